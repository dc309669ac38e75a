"""Each kind of structure, from the markup of pages to Markdown and HTML."""

from __future__ import annotations

import pytest

from boilerscope.extractors.formats.structure.options import StructureOptions, options_of
from tests.helpers.structures import written

PAGE = "https://a.org/d/page.html"


def markdown(markup: str, url: str = "") -> str:
    return written("markdown", markup, url=url)


def html(markup: str, url: str = "") -> str:
    document = written("html", markup, url=url)
    return document.partition("<body>")[2].rpartition("</body>")[0]


# -- code --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "markup",
    [
        "<pre>if x {\n  y()\n}\n\nz()</pre>",
        "<pre><div>if x {</div><div>  y()</div><div>}</div><div><br></div><div>z()</div></pre>",
        "<pre><code>if x {<br>  y()<br>}<br><br>z()</code></pre>",
        "<pre><span>if x {\n</span><span>  y()\n</span><span>}\n</span>\n<span>z()</span></pre>",
        "<code>if x {<br>  y()<br>}<br><br>z()</code>",
        (
            "<pre><span style='display: block'>if x {</span><span style=display:block>  y()</span>"
            "<span style=display:block>}\n</span>\n<span style=display:block>z()</span></pre>"
        ),
        (
            "<pre><span class=line>if x {</span><span class=line>  y()</span><span class=line>}"
            "\n</span>\n<span class=line>z()</span></pre>"
        ),
        (
            "<pre><span class=line>if x {</span>\n<span class=line>  <i>y()</i></span>\n"
            "<span class=line>}</span>\n<span class=line></span>\n<span class=line>z()</span></pre>"
        ),
        (
            "<pre><table><tr><td class=hljs-ln-numbers>1<td>if x {<tr><td class=hljs-ln-numbers>2"
            "<td>  y()<tr><td class=hljs-ln-numbers>3<td>}<tr><td class=hljs-ln-numbers>4<td>\n<tr>"
            "<td class=hljs-ln-numbers>5<td>z()</table></pre>"
        ),
        (
            "<table class=highlighttable><tr><td class=linenos><pre>1\n2\n3\n4\n5</pre>"
            "<td><pre>if x {\n  y()\n}\n\nz()\n</pre></table>"
        ),
        (
            "<pre><span class=lineno>1</span>if x {\n<span class=lineno>2</span>  y()\n"
            "<span class=lineno>3</span>}\n<span class=lineno>4</span>\n"
            "<span class=lineno>5</span>z()</pre>"
        ),
        (  # copied from an editor
            "<div style=\"font-family: Menlo, 'Courier New'; white-space: pre\"><div>if x {</div>"
            "<div><span>  y()</span></div><div>}</div><br><div>z()</div></div>"
        ),
        (
            "<div class=CodeMirror-code><pre class=CodeMirror-line>if x {</pre>"
            "<pre class=CodeMirror-line>  y()</pre><pre class=CodeMirror-line>}</pre>"
            "<pre class=CodeMirror-line>\u200b</pre><pre class=CodeMirror-line>z()</pre></div>"
        ),
        (
            "<div class=CodeMirror-code><div><div class=CodeMirror-gutter-wrapper><div"
            " class=CodeMirror-linenumber>1</div></div><pre class=CodeMirror-line>if x {\n  y()\n}"
            "\n\n</pre></div><div><div class=CodeMirror-gutter-wrapper><div"
            " class=CodeMirror-linenumber>5</div></div><pre class=CodeMirror-line>z()</pre></div>"
        ),
        (
            "<div class=cm-content><div class=cm-line>if x {</div><div class=cm-line>  y()</div>"
            "<div class=cm-line>}</div><div class=cm-line><br></div><div class=cm-line>z()</div>"
        ),
        (
            "<div class=view-lines><div class=view-line><span>if x {</span></div><div"
            " class=view-line>  y()</div><div class=view-line>}</div><div class=view-line><span>"
            "</span></div><div class=view-line>z()</div></div>"
        ),
    ],
)
def test_code_keeps_every_line_and_no_line_numbers(markup: str):
    assert markdown(markup) == "```\nif x {\n  y()\n}\n\nz()\n```\n"


@pytest.mark.parametrize(
    ("markup", "first_lines"),
    [
        ("<pre>\n\n  a</pre>", "\n  a"),
        ("<pre>\r\n\r\na</pre>", "\na"),
        ("<pre><code>\na</code></pre>", "\na"),
        ("<pre>\n  \n<code>a</code></pre>", "a"),
        ("<pre>\n<code>\n\na</code></pre>", "\n\na"),
        ("<blockquote><pre>\n\n  \na</pre></blockquote>", "\n  \na"),
        ("<code>\n<br>a<br>b</code>", "a"),
    ],
)
def test_code_begins_with_the_empty_lines_that_a_browser_shows(markup: str, first_lines: str):
    code = html(markup).partition("<code>")[2]

    assert code.startswith(first_lines)


def test_a_line_of_spaces_in_quoted_code_keeps_its_spaces():
    assert markdown("<blockquote><pre>a\n  \nb</pre></blockquote>") == (
        "> ```\n> a\n>   \n> b\n> ```\n"
    )


def test_partly_kept_code_has_the_kept_lines_and_the_lines_without_words_between_them():
    assert markdown("<pre>a {\n  b\n}\nno {\n  no\n}\nc\n}\n  no d</pre>") == (
        "```\na {\n  b\nc\n   d\n```\n"
    )


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ("<pre><code class='language-rust'>x</code></pre>", "rust"),
        ("<pre class='lang-c++'>x</pre>", "c++"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x", "python"),
        ("<pre class='brush: sql; toolbar: false'>x", "sql"),
        ("<pre data-lang=Go>x", "go"),
        ("<pre class='sourceCode haskell'>x", "haskell"),
        ("<pre><code class='hljs css'>x", "css"),
        ("<pre class='src src-emacs-lisp'>x", "emacs-lisp"),
        ("<pre lang=c++>x", "c++"),
        ("<pre lang=python><code>x", "python"),
        ("<pre lang=de>x", ""),
        ("<pre><code class=rust>x", "rust"),
        ("<pre class=intro>x", ""),
        ("<pre><span><code class=language-go>x", "go"),
        ("<div class='language-json'><div><pre><code>x", "json"),
        ("<pre data-code-language=sql>x", "sql"),
        ("<pre class=language-none>x", ""),
        ("<pre class='code line-numbers'>x", ""),
        ("<article class='lang-en'><pre>x", ""),
    ],
)
def test_code_has_the_language_that_the_page_names(markup: str, language: str):
    assert markdown(markup) == f"```{language}\nx\n```\n"


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("<div style='white-space: pre'>one <b>two\nthree</b>\n\nfour</div>", True),
        ("<p style='color: red; white-space:pre-wrap'>one <b>two\nthree</b>\n\nfour", True),
        ("<p class='m-2 whitespace-pre-line'>one <b>two\nthree</b>\n\nfour", True),
        ("<div style='white-space:pre'><p>one <b>two\nthree</b>\n\nfour", True),
        (
            "<div style='white-space:pre'><p style='white-space: normal'>one <b>two\nthree</b>",
            False,
        ),
        ("<p style='white-space:nowrap'>one <b>two\nthree</b>", False),
        ("<p>white-space: pre <b>two\nthree</b>", False),
    ],
)
def test_lines_are_those_of_the_source_where_the_style_shows_them(markup: str, *, shown: bool):
    written_text = markdown(markup)

    assert ("**two**\\\n**three**" in written_text) == shown
    assert ("**two three**" in written_text) == (not shown)
    assert written_text.endswith("\n\nfour\n") == shown


VERSE = "<div style='white-space:{}'>Two  roads\n   diverged <i>in\n\ta</i>  wood</div>"


def test_an_indent_of_preformatted_lines_is_kept_as_no_break_spaces():
    assert markdown(VERSE.format("pre-wrap")) == (
        "Two roads\\\n\xa0\xa0\xa0diverged *in*\\\n\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0*a* wood\n"
    )
    assert html("<p style='white-space:pre'>\n  <b>one</b>\n \n two\n  <p>three") == (
        "<p>\xa0\xa0<strong>one</strong></p>\n<p>\xa0two</p>\n<p>three</p>\n"
    )


def test_lines_without_their_spaces_have_no_indent():
    assert markdown(VERSE.format("pre-line")) == "Two roads\\\ndiverged *in*\\\n*a* wood\n"


def test_white_space_between_elements_divides_preformatted_lines():
    verse = "<p style='white-space:pre-wrap'><i>one</i>\n  <b>two</b> <i>three</i>\n<b>four</b>"

    assert markdown(verse) == "*one*\\\n\xa0\xa0**two** *three*\\\n**four**\n"


def test_an_indent_is_neither_in_headings_nor_in_cells():
    assert markdown("<h2 style='white-space:pre'>  One</h2><p>two") == "## One\n\ntwo\n"
    table = "<table><tr><th>a<th>b<tr><td style='white-space:pre'>  c<td>d</table>"
    assert markdown(table).splitlines()[2] == "| c | d |"


@pytest.mark.parametrize(
    "back",
    [
        "<span>^ <a href='#r1'><sup>a</sup></a> <a href='#r2'><sup>b</sup></a></span> ",
        "^ <a href='#r1'>a</a> <a href='#r2'>b</a> ",
        "<b><a href='#r1'>^</a></b> ",
        "<sup>↑ <a href='#r1' class=back>1.0</a></sup> ",
    ],
)
def test_the_arrow_before_links_back_is_not_a_part_of_the_note(back: str):
    page = (
        "<p>One<sup id=r1><a href='#n1'>[1]</a></sup> two<sup id=r2><a href='#n1'>[1]</a></sup>"
        f"<ol><li id=n1>{back}<i>Three</i>, x ^ y</ol>"
    )

    assert markdown(page) == "One[^1] two[^1]\n\n[^1]: *Three*, x ^ y\n"


@pytest.mark.parametrize(
    "source",
    [
        "https://latex.codecogs.com/gif.latex?x_1%20%2B%20y",
        "https://s0.wp.com/latex.php?latex=x_1+%2B+y&bg=fff",
        "https://chart.googleapis.com/chart?cht=tx&chl=x_1%20%2B%20y",
    ],
)
def test_an_image_without_a_text_has_the_latex_of_its_address(source: str):
    assert markdown(f"<p>See <img src='{source}'> here.") == "See $x_1 + y$ here.\n"
    assert markdown(f"<p>See <img src='{source}' alt='a^{{2}}'> here.") == "See $a^{2}$ here.\n"


@pytest.mark.parametrize("names", ["math display", "math-tex", "arithmatex", "tex2jax_process"])
def test_delimiters_in_an_element_for_formulas_are_formulas(names: str):
    assert markdown(f"<p>So<span class='{names}'>\\[x=1\\]</span>") == "So\n\n$$x=1$$\n"
    assert markdown("<p>So<span class='other'>\\[x=1\\]</span>") == "So\\\\\\[x=1\\\\\\]\n"


# -- tables ------------------------------------------------------------------------------------


def test_merged_cells_are_repeated_in_markdown_and_merged_in_html():
    table = (
        "<table><tr><th>Team<th>Name<th>Age<tr><td rowspan=2>East<td>Una<td>19"
        "<tr><td>Vic<td>23<tr><td>West<td colspan=2>x</table>"
    )

    assert markdown(table).splitlines() == [
        "| Team | Name | Age |",
        "| --- | --- | --- |",
        "| East | Una | 19 |",
        "| East | Vic | 23 |",
        "| West | x | x |",
    ]
    assert '<tr><td rowspan="2">East</td><td>Una</td>' in html(table)
    assert '<td colspan="2">x</td>' in html(table)


def test_a_row_span_ends_with_its_group_of_rows():
    table = "<table><tbody><tr><td rowspan=9>a<td>b</tbody><tbody><tr><td>c<td>d</table>"

    assert "| c | d |" in markdown(table)


def test_a_caption_comes_before_its_table():
    table = "<table><caption>Rivers</caption><tr><th>Name<th>km<tr><td>Ure<td>119</table>"

    assert markdown(table) == "*Rivers*\n\n| Name | km |\n| --- | --- |\n| Ure | 119 |\n"
    assert "<caption>Rivers</caption>\n<thead>" in html(table)


def test_cells_keep_breaks_lists_and_alignment():
    table = (
        "<table><tr><th>a<th>b<tr><td>c<br>d|<td align=right><ul><li>e<li>f</ul>"
        "<tr><td><p>g<p>h<td style='text-align: right'><ol><li value=3>i</ol></table>"
    )

    assert markdown(table).splitlines()[1:] == [
        "| --- | ---: |",
        "| c<br>d\\| | <ul><li>e</li><li>f</li></ul> |",
        '| g<br>h | <ol><li value="3">i</li></ol> |',
    ]


def test_code_in_a_cell_keeps_its_lines_and_signs():
    table = "<table><tr><th>a<th>b<tr><td><pre>x | *y*\n}</pre><td>c</table>"

    assert "| <code>x \\| \\*y\\*<br>}</code> | c |" in markdown(table)


def test_a_partly_kept_table_keeps_its_header_and_the_kept_rows():
    table = "<table><tr><th>no1<th>no2<tr><td>no<td>no<tr><td>a<td>no<tr><td>no<td>no</table>"

    assert markdown(table) == "| no1 | no2 |\n| --- | --- |\n| a |  |\n"
    assert markdown(f"<p>x</p>{table.replace('>a<', '>no<')}") == "x\n"


def test_a_table_of_sections_is_no_data_table():
    page = "<table><tr><td><h2>a</h2>b<td>c<tr><td>d<td>e</table>"

    assert markdown(page) == "## a\n\nb\n\nc\n\nd\n\ne\n"


def test_a_data_table_in_a_table_for_layout_is_a_table_of_its_own():
    inner = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    table = "| a | b |\n| --- | --- |\n| c | d |\n"

    assert markdown(f"<table><tr><td>menu<td>text{inner}<tr><td>x<td>y</table>") == (
        f"menu\n\ntext\n\n{table}\nx\n\ny\n"
    )


@pytest.mark.parametrize(("border", "n_tables"), [("1", 3), ("0", 2), ("none", 2)])
def test_a_border_marks_a_table_with_tables_in_its_cells(border: str, n_tables: int):
    inner = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    written_html = html(f"<table border={border}><tr><td>x<td>{inner}<tr><td>y<td>{inner}</table>")

    assert written_html.count("<table>") == n_tables


# -- lists -------------------------------------------------------------------------------------


def test_the_link_of_a_heading_to_itself_is_left_out():
    page = (
        '<h2 id=a>Quay<a href="#a">#</a></h2><p>See <a href="#b">†</a></p>'
        '<h3><a href="#c">¶</a> Eels <a href="#d">all</a></h3>'
    )

    assert markdown(page) == "## Quay\n\nSee †\n\n### Eels all\n"


@pytest.mark.parametrize(("images", "text"), [("links", "a![](i.png)b"), ("none", "a b")])
def test_words_around_an_image_are_two_words(images: str, text: str):
    options = options_of({"images": images})

    assert written("markdown", "<p>a<img src=i.png>b</p>", options=options) == f"{text}\n"


def test_a_data_table_has_headings_in_cells():
    table = "<table><tr><th>a<th><h3>b</h3><tr><td>c<td><h3>d</h3></table>"

    assert markdown(table) == "| a | b |\n| --- | --- |\n| c | d |\n"
    assert "<td><h3>d</h3></td>" in html(table)


def test_names_of_columns_are_a_header_above_names_of_rows():
    table = "<table><tr><td>&nbsp;<th>a<th>b<tr><th>c<td>1<td>2</table>"

    assert "<thead>\n<tr><th></th><th>a</th><th>b</th></tr>\n</thead>" in html(table)


@pytest.mark.parametrize(
    ("markup", "as_markdown", "as_html"),
    [
        (
            "<ol><li>a<li value=4>b<li>c</ol>",
            "1. a\n\n<!-- -->\n\n4. b\n5. c\n",
            '<ol>\n<li>a</li>\n<li value="4">b</li>\n<li>c</li>\n</ol>\n',
        ),
        (
            "<ol reversed><li>a<li>b</ol>",
            "2. a\n\n<!-- -->\n\n1. b\n",
            '<ol start="2" reversed>\n<li>a</li>\n<li>b</li>\n</ol>\n',
        ),
        (
            "<ol start=0><li>a</ol><ol><li>b</ol>",
            "0. a\n\n<!-- -->\n\n1. b\n",
            '<ol start="0">\n<li>a</li>\n</ol>\n<ol>\n<li>b</li>\n</ol>\n',
        ),
        (
            "<ol type=a start=3><li>a</ol>",
            "3. a\n",
            '<ol type="a" start="3">\n<li>a</li>\n</ol>\n',
        ),
        (
            "<ol style='list-style-type: upper-roman'><li>a</ol>",
            "1. a\n",
            '<ol type="I">\n<li>a</li>\n</ol>\n',
        ),
        (
            "<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>",
            "- [x] a\n- [ ] b\n",
            (
                '<ul>\n<li><input type="checkbox" checked disabled> a</li>\n'
                '<li><input type="checkbox" disabled> b</li>\n</ul>\n'
            ),
        ),
        (
            "<ul><li>a <input type=checkbox><li>b<ul><li><input type=checkbox>c</ul></ul>",
            "- a\n- b\n  - [ ] c\n",
            (
                "<ul>\n<li>a</li>\n<li>b<ul>\n"
                '<li><input type="checkbox" disabled> c</li>\n</ul></li>\n</ul>\n'
            ),
        ),
        ("<ul><li>[x] a</ul>", "- \\[x\\] a\n", "<ul>\n<li>[x] a</li>\n</ul>\n"),
        (
            "<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>",
            "a\\\nb\n- c\n- d\n\ne\n- f\n",
            "<dl>\n<dt>a</dt>\n<dt>b</dt>\n<dd>c</dd>\n<dd>d</dd>\n<dt>e</dt>\n<dd>f</dd>\n</dl>\n",
        ),
    ],
)
def test_lists_have_the_numbers_that_the_page_shows(markup: str, as_markdown: str, as_html: str):
    assert markdown(markup) == as_markdown
    assert html(markup) == as_html


def test_a_description_whose_term_is_dropped_is_of_no_other_term():
    markup = "<dl><dt>a<dd>b<dt>no<dd>c<dt>d<dd>e<dl><dt>f<dd>g</dl><dd>h</dl>"

    assert markdown(markup) == "a\n- b\n\n<!-- -->\n\n- c\n\nd\n- e\n\n  f\n  - g\n- h\n"
    assert html(markup).count("<dl>") == 3


# -- formulas ----------------------------------------------------------------------------------

KATEX = (
    "<span class=katex><span class=katex-mathml><math><semantics><mrow><mi>a</mi></mrow>"
    "<annotation encoding='application/x-tex'>a_1*b</annotation></semantics></math></span>"
    "<span class=katex-html aria-hidden=true>a1∗b</span></span>"
)


@pytest.mark.parametrize(
    "markup",
    [
        KATEX,
        "<math alttext='a_1*b'><mi>x</mi></math>",
        (
            "<span class=mwe-math-element><span class=mwe-math-mathml-inline><math alttext="
            "'{\\displaystyle a_1*b}'><mi>a</mi></math></span><img class="
            "mwe-math-fallback-image-inline alt='{\\displaystyle a_1*b}'></span>"
        ),
        "<img class=latex alt='a_1*b' src=x.png>",
        "<img alt='$a_1*b$' src=x.png>",
        "<img alt='a_1*b' src='https://latex.codecogs.com/gif.latex?a_1*b'>",
        (
            "<span class=MathJax_Preview>a1b</span><span class=MathJax><span class=mjx>a1b</span>"
            "</span><script type='math/tex'>a_1*b</script>"
        ),
        (
            "<span class=MathJax><span>a</span><span class=MJX_Assistive_MathML><math><mi>a</mi>"
            "</math></span></span><script type='math/tex'>a_1*b</script>"
        ),
        "\\(a_1*b\\)",
    ],
)
def test_formulas_are_latex_without_escapes(markup: str):
    assert markdown(f"<p>so {markup} is") == "so $a_1*b$ is\n"
    assert html(f"<p>so {markup} is") == (
        '<p>so <span class="math inline">\\(a_1*b\\)</span> is</p>\n'
    )


@pytest.mark.parametrize(
    "markup",
    [
        f"<span class=katex-display>{KATEX}</span>",
        "<math display=block alttext='a_1*b'><mi>x</mi></math>",
        "<script type='math/tex; mode=display'>a_1*b</script>",
        "$$a_1*b$$",
        "\\[ a_1*b \\]",
    ],
)
def test_displayed_formulas_are_blocks(markup: str):
    assert markdown(f"<p>so {markup} is") == "so\n\n$$a_1*b$$\n\nis\n"


MATRIX = "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>x</mi></mtd></mtr></mtable>"


@pytest.mark.parametrize(
    ("markup", "latex"),
    [
        ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", r"\frac{a}{2}"),
        (
            "<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msqrt><mi>y</mi></msqrt>",
            r"x^{2} + \sqrt{y}",
        ),
        (
            "<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>α</mi>",
            r"\sum_{i}^{n}\alpha",
        ),
        ("<mi>sin</mi><mi>x</mi><mo>≤</mo><mtext>if so</mtext>", r"\sin x \le \text{if so}"),
        ("<mover><mi>v</mi><mo>→</mo></mover>", r"\vec{v}"),
        (
            "<mfenced><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable></mfenced>",
            r"\left(\begin{matrix} 1 & 2 \end{matrix}\right)",
        ),
        (
            "<mi>𝔸</mi><mi>𝐱</mi><mi>𝑦</mi><mo>⟹</mo><mi>𝛼</mi>",
            r"\mathbb{A}\mathbf{x}y\Longrightarrow\alpha",
        ),
        ("<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>", r"\overline{AB}"),
        (f"<mo>(</mo>{MATRIX}<mo>)</mo>", r"\left(\begin{matrix} 1 & x \end{matrix}\right)"),
        (
            f"<mo>|</mo><mrow><mstyle>{MATRIX}</mstyle></mrow><mo>|</mo>",
            r"\left|\begin{matrix} 1 & x \end{matrix}\right|",
        ),
        (f"<mi>f</mi><mo>{{</mo>{MATRIX}", r"f\left\{\begin{matrix} 1 & x \end{matrix}\right."),
        (f"<mi>f</mi><mo>(</mo>{MATRIX}<mn>2</mn>", r"f(\begin{matrix} 1 & x \end{matrix}2"),
        (
            "<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo><mi>x</mi>",
            r"\binom{n}{k}x",
        ),
        (
            (
                "<mrow><mo>(</mo></mrow><mfrac linethickness='0px'><mi>n</mi><mi>k</mi></mfrac>"
                "<mrow><mo>)</mo></mrow>"
            ),
            r"\binom{n}{k}",
        ),
        (
            "<mo>[</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>]</mo>",
            r"[{{n} \atop {k}}]",
        ),
    ],
)
def test_mathml_without_latex_is_converted(markup: str, latex: str):
    assert markdown(f"<math>{markup}</math>") == f"${latex}$\n"


def test_dollars_are_formulas_only_where_the_page_sets_them_and_escaped_elsewhere():
    setup = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>"

    assert markdown("<p>from $5 to $6") == "from \\$5 to \\$6\n"
    assert markdown("<p>only $5") == "only $5\n"
    assert markdown(f"{setup}<p>so $a_1$ costs $5") == "so $a_1$ costs \\$5\n"


@pytest.mark.parametrize(
    "text",
    [
        "find . \\( -name 'a_b' -o -name c \\)",
        "$$ Italian, $$ Thai",
        "find . \\( --some_option x \\)",
        "\\(foobar\\)",
    ],
)
def test_shells_and_prices_are_no_formulas_unless_the_page_has_some(text: str):
    assert "math" not in html(f"<p>{text}</p>")
    assert "math" in html(f"<p>{text}</p><p><math><mi>x</mi></math>")


def test_alternative_text_that_is_latex_is_a_formula_and_other_text_is_not():
    assert markdown(r"<p>so <img src=x.png alt='\frac{a}{b}'>") == "so $\\frac{a}{b}$\n"
    assert markdown(r"<p>so <img src=x.png alt='C:\users\me'>") == (
        "so ![C:\\\\users\\\\me](x.png)\n"
    )


def test_an_article_that_is_marked_as_having_formulas_is_no_formula():
    page = f"<div class=mathjax><h2>one</h2><p>two {KATEX} three</div>"

    assert markdown(page) == "## one\n\ntwo $a_1*b$ three\n"


def test_a_dropped_formula_is_not_written():
    assert markdown("<p>a <math alttext=x><mi>no</mi></math> b") == "a b\n"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a <i class=MathJax>\n<math><mi>k</mi></math>\n</i>heads", "a $k$ heads\n"),
        ("a <i class=MathJax>\n<math><mi>k</mi></math>\n</i>, b", "a $k$, b\n"),
        ("a <i class=MathJax><math><mi>k</mi></math></i>heads", "a $k$heads\n"),
        ("a <math><mi>k</mi>\n</math>heads", "a $k$heads\n"),
    ],
)
def test_white_space_at_the_end_of_a_formula_divides_it_from_a_word(markup: str, text: str):
    assert markdown(f"<p>{markup}") == text


@pytest.mark.parametrize(
    ("markup", "latex"),
    [
        ("<mmultiscripts><mi>X</mi><mn>1</mn><mn>2</mn></mmultiscripts>", "X_{1}^{2}"),
        (
            (
                "<mmultiscripts><mi>U</mi><none/><mo>+</mo><mprescripts/><mn>92</mn><mn>238</mn>"
                "</mmultiscripts>"
            ),
            "{}_{92}^{238}U^{+}",
        ),
        ("<mmultiscripts><mi>R</mi></mmultiscripts>", "R"),
        ("<mtext>if $x &amp; 5%</mtext>", r"\text{if \$x \& 5\%}"),
    ],
)
def test_mathml_is_written_as_latex_that_can_be_read(markup: str, latex: str):
    assert markdown(f"<p>a <math>{markup}</math> b") == f"a ${latex}$ b\n"


def test_entities_in_the_script_of_a_formula_are_characters():
    script = "<script type='math/tex'>a &lt; b &amp; c</script>"

    assert markdown(f"<p>a {script} b") == "a $a < b & c$ b\n"


# -- images ------------------------------------------------------------------------------------


def test_images_keep_address_alternative_text_and_caption():
    figure = "<figure><img src=/x.png alt='A *b*'><figcaption>Old mill</figcaption></figure>"

    assert markdown(figure, PAGE) == "![A \\*b\\*](https://a.org/x.png)\n\n*Old mill*\n"
    assert html(figure, PAGE) == (
        '<figure><img src="https://a.org/x.png" alt="A *b*">'
        "<figcaption>Old mill</figcaption></figure>\n"
    )


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p>a <img src=x.png> b", "a ![](https://a.org/d/x.png) b\n"),
        ("<p>a</p><img src=data:image/gif;base64,x data-src=x.png><p>b", None),
        ("<p>a</p><img src=x.png><p>no", "a\n"),
        ("<p>a</p><div><img src=x.png><p>no</div>", "a\n"),
        ("<p>a <img src=x.png width=1 height=1> b", "a b\n"),
        ("<p>a <img src='javascript:x()'> b", "a b\n"),
        ("<div class=wp-caption><img src=x.png><p class=wp-caption-text>c</div>", None),
    ],
)
def test_an_image_is_kept_if_the_words_around_it_are(markup: str, expected: str | None):
    text = markdown(markup, PAGE)

    assert "(https://a.org/d/x.png)" in text if expected is None else text == expected


# -- footnotes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "note",
    [
        "<ol><li id=n1>Log, page <i>14</i>. <a href=#r1>↩</a></ol>",
        "<div id=n1><a href=#r1>[1]</a> Log, page <i>14</i>.</div>",
        "<p><a name=n1 href=#r1>1</a> Log, page <i>14</i>.</p>",
        "<ol><li id=n1><b><a class=mw-jump href=#r1>^ Jump up</a></b> Log, page <i>14</i>.</ol>",
    ],
)
def test_footnotes_are_notes(note: str):
    page = f"<p>one<sup id=r1><a href=#n1>[1]</a></sup> two</p>{note}<p>end"

    assert markdown(page) == "one[^1] two\n\nend\n\n[^1]: Log, page *14*.\n"
    assert '<sup><a href="#note-1" id="reference-1" role="doc-noteref">1</a></sup>' in html(page)
    assert '<li id="note-1">Log, page <em>14</em>.' in html(page)


def test_the_reference_to_a_dropped_note_is_text():
    assert markdown("<p>one<sup><a href=#n1>1</a></sup><p id=n1>no") == "one<sup>1</sup>\n"


def test_links_to_sections_are_no_footnotes():
    assert markdown("<p><a href=#s1>1</a> one<h2 id=s1>two</h2>") == "1 one\n\n## two\n"


# -- inline ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("10<sup>6</sup> H<sub>2</sub>O", "10<sup>6</sup> H<sub>2</sub>O"),
        ("<ins>a</ins> <mark>b</mark> <q>c</q>", "<ins>a</ins> <mark>b</mark> <q>c</q>"),
        ("<u>a</u> <var>b</var> <dfn>c</dfn>", "<u>a</u> *b* *c*"),
        ("Hey!<a href=/x>a</a>", "Hey\\![a](/x)"),
        ("Hey! <a href=/x>a</a>", "Hey! [a](/x)"),
        ("<code><a href=/x>f</a>()</code>", "[`f`](/x)`()`"),
        ("<a href='/x?a=1&amp;copy;=2'>a</a>", "[a](/x?a=1&amp;copy;=2)"),
        ("a <span lang=ar dir=rtl>ب</span>", 'a <span lang="ar" dir="rtl">ب</span>'),
        ("a <bdo dir=rtl>b</bdo>", 'a <bdo dir="rtl">b</bdo>'),
        ("a<br>---", "a\\\n\\---"),
        ("a<br>===", "a\\\n\\==="),
    ],
)
def test_inline_marks_are_kept(markup: str, expected: str):
    assert markdown(f"<p>{markup}") == f"{expected}\n"


def test_language_and_direction_are_marked_where_they_change():
    page = "<html lang=en><body><p>a<div lang=he dir=rtl><p>ב<h2 lang=en dir=ltr>c</h2></div>"

    assert html(page) == ('<p>a</p>\n<p lang="he" dir="rtl">ב</p>\n<h2>c</h2>\n')
    assert written("html", page).startswith('<!DOCTYPE html>\n<html lang="en">')


def test_lines_without_words_are_kept_with_their_neighbours():
    assert markdown("<p>a</p><p>***</p><p>b</p><div><p>—</p></div><p>no</p>") == (
        "a\n\n\\*\\*\\*\n\nb\n"
    )
    assert markdown("<p>a</p><hr><p>b</p>") == "a\n\n* * *\n\nb\n"


def test_content_that_the_parser_puts_into_the_head_is_written():
    assert markdown("<title>no title</title><script>1</script><main><p>one</main>") == "one\n"


def test_a_direction_is_written_where_it_differs():
    assert (
        markdown("<p dir=ltr>a <span dir=ltr>b</span></p><ul dir=ltr><li>c</ul>") == "a b\n\n- c\n"
    )
    assert markdown("<p dir=rtl>a <span dir=ltr>b</span></p>") == (
        '<span dir="rtl">a <span dir="ltr">b</span></span>\n'
    )


def test_two_breaks_with_white_space_between_them_end_a_paragraph():
    assert markdown("<p>a<br>\n <br>\nb<br>c") == "a\n\nb\\\nc\n"


# -- options -----------------------------------------------------------------------------------

ALL = (
    "<h2>a</h2><ul><li><a href=/x><b>b</b></a></ul><table><tr><th>c<th>d<tr><td>e<td>f</table>"
    "<pre>g\nh</pre><p>i \\(x\\)<sup><a href=#n>1</a></sup> <img src=j.png alt=j></p><p id=n>k"
)


@pytest.mark.parametrize(
    ("change", "gone", "instead"),
    [
        ({"outline": False}, "## a", "a\n\nb\n"),
        ({"tables": False}, "| c |", "c\n\nd\n\ne\n\nf\n"),
        ({"code": False}, "```", "g\\\nh\n"),
        ({"formulas": False}, "$x$", "i \\\\(x\\\\)"),
        ({"footnotes": False}, "[^1]", "<sup>1</sup>"),
        ({"images": "none"}, "![j]", "i $x$[^1]\n"),
        ({"links": "none"}, "](", "- **b**\n"),
        ({"links": "page"}, "https://", "[**b**](/x)"),
    ],
)
def test_each_option_leaves_out_one_part_and_keeps_its_words(
    change: dict[str, object], gone: str, instead: str
):
    everything = written("markdown", ALL, url=PAGE)
    options = options_of(change)

    text = written("markdown", ALL, options=options, url=PAGE)

    assert gone in everything
    assert gone not in text.replace("![j](", "" if gone == "](" else "![j](")
    assert instead in text


def test_front_matter_is_yaml_with_the_facts_of_the_page():
    page = '<html lang=en><title>A "b"</title><p>c'

    text = written("markdown", page, options=StructureOptions(metadata=True), url=PAGE)

    assert text == f'---\ntitle: "A \\"b\\""\nurl: "{PAGE}"\nlang: "en"\n---\n\nc\n'


def test_hostile_megabytes_take_linear_time():
    for part in (
        "<table><tr><td rowspan=65000 colspan=1000>x<td>y",
        "<tr><td rowspan=999>x</tr>",
        "<a href=#n>1</a><p id=n>x",
        "<math><msup><mi>x",
        "\\(x\\[y$$z",
        "<pre><div>x\n",
        "<span class=katex>x<figure><img src=x>",
        "<dl><dt>x<dd>y",
        "<b lang=ar><i><sup>x",
    ):
        assert written("markdown", "<table>" * part.startswith("<tr") + part * 10_000)


# -- text beside blocks, and what browsers do not show -------------------------------------------


@pytest.mark.parametrize(
    "last",
    [
        *("<br>", "<img src=i.png>", "<script>x()</script>", "<math alttext=x><mi>x</mi></math>"),
        *("<noscript>nn</noscript>", "<template>tt</template>", "<code>c</code>", "<wbr>"),
        *("<video>vv</video>", "<svg><title>ss</title></svg>", "<i></i>"),
    ],
)
@pytest.mark.parametrize("tag", ["div", "p", "section", "li", "blockquote", "h2"])
def test_text_after_a_block_is_another_paragraph(tag: str, last: str):
    blocks = html(f"<div><{tag}>one {last}</{tag}>two</div>")

    assert "one" in blocks
    assert "</" in blocks[blocks.index("one") : blocks.index("two")]


@pytest.mark.parametrize("tag", ["audio", "canvas", "video"])
def test_words_for_browsers_without_an_element_are_left_out(tag: str):
    assert markdown(f"<p>a</p><{tag}>Your browser is old.</{tag}><p>b</p>") == "a\n\nb\n"


def test_title_of_a_drawing_is_left_out():
    assert markdown("<p>a</p><svg><title>tt</title><text>b</text></svg>") == "a\n\nb\n"


def test_foot_of_a_table_before_its_body_is_below_it():
    table = (
        "<table><tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>a<td>3</tbody>"
        "<thead><tr><th>k<th>v</thead></table>"
    )

    assert markdown(table) == "| k | v |\n| --- | --- |\n| a | 3 |\n| sum | 3 |\n"


def test_rows_of_a_table_with_its_foot_first_bring_the_header():
    table = (
        "<table><tfoot><tr><td>nosum<td>no3</tfoot><thead><tr><th>nok<th>nov</thead>"
        "<tr><td>a<td>3</table>"
    )

    assert markdown(table) == "| nok | nov |\n| --- | --- |\n| a | 3 |\n"


@pytest.mark.parametrize(
    ("marks", "level"),
    [("aria-level=4", 4), ("", 2), ("aria-level=9", 6), ("aria-level=x", 2)],
)
def test_heading_by_its_role(marks: str, level: int):
    assert markdown(f"<div role=heading {marks}>A</div><p>b") == f"{'#' * level} A\n\nb\n"


@pytest.mark.parametrize(
    ("marks", "address"),
    [
        ("srcset='s.jpg 300w, l.jpg 900w'", "l.jpg"),
        ("src='data:image/gif;base64,AA' data-srcset='s.jpg 1x, l.jpg 2x'", "l.jpg"),
        ("src=own.jpg srcset='s.jpg 300w, l.jpg 900w'", "own.jpg"),
        ("src=blank.gif data-src=real.jpg srcset='s.jpg 1x'", "real.jpg"),
        ("srcset='a,b.jpg, c.jpg 2x 3h,'", "c.jpg"),
        ("srcset=only.jpg", "only.jpg"),
    ],
)
def test_the_largest_image_of_a_set_is_written(marks: str, address: str):
    assert markdown(f"<p>a <img alt=b {marks}> c") == f"a ![b]({address}) c\n"


def test_the_rule_above_footnotes_is_left_out_with_them():
    page = (
        "<p>a<sup><a href=#n1 id=r1>1</a></sup></p><hr><ol><li id=n1>words <a href=#r1>↩</a></ol>"
    )

    assert markdown(page) == "a[^1]\n\n[^1]: words\n"


@pytest.mark.parametrize("name", ["_ftn1", "_edn1", "fn-1"])
def test_notes_of_word_processors_are_footnotes(name: str):
    page = (
        f"<p>a<a href='#{name}' name=_r1>[1]</a> b</p>"
        f"<div><p><a href=#_r1 name='{name}'>[1]</a> The words.</p></div>"
    )

    assert markdown(page) == "a[^1] b\n\n[^1]: The words.\n"
