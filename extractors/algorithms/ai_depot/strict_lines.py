"""Lines as the published program of the AI Depot article reads them, with its faults.

Under Python 2 an HTML parser called a formatter, which called a writer of lines; each of them is a
class here. The program's number of bytes is the difference of two of its indices.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from boilerscope.extractors.algorithms.ai_depot.sgml_reader import SgmlReader, UnreadableError

_HEADINGS = frozenset((b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"))
_FONTS = frozenset((b"i", b"b", b"tt", b"cite", b"code", b"em", b"kbd", b"samp", b"strong", b"var"))
_LISTS = frozenset((b"ul", b"ol", b"menu", b"dir"))
_PLAIN = frozenset((b"html", b"head", b"body"))
_LITERAL = frozenset((b"xmp", b"listing"))
_PRE = _LITERAL | {b"pre"}
_PAIRED = _HEADINGS | _FONTS | _LISTS | _PLAIN | _PRE | {b"a", b"title", b"address"}
_PAIRED |= {b"blockquote", b"dl"}
_BYTE_TO_CHARACTER = {0xDC80 + code: 0x80 + code for code in range(0x80)}


@dataclass(slots=True)
class StrictLine:
    """One line of the program.

    Attributes
    ----------
    text : bytes
        The written text, with line ends and additions of the program.
    n_bytes : int
        The number of bytes of HTML that the program counts.
    start, end : int
        Range of its texts in the source, in bytes.
    """

    text: bytes = b""
    n_bytes: int = 0
    start: int = 0
    end: int = 0

    @property
    def shown(self) -> str:
        """The text; bytes that are not valid UTF-8 are read as Latin-1."""
        return self.text.decode("utf-8", "surrogateescape").translate(_BYTE_TO_CHARACTER)


@dataclass(frozen=True, slots=True)
class StrictLines:
    """Result of the original program on a page.

    Attributes
    ----------
    lines : list of StrictLine
        Lines before the program stopped.
    fault : str
        Reason why it stopped, empty if it did not.
    """

    lines: list[StrictLine]
    fault: str = ""


def read_lines(source: bytes) -> StrictLines:
    """Return the lines of a page's source."""
    writer = _Writer()
    parser = _Parser(_Formatter(writer))
    fault = ""
    try:
        SgmlReader(parser).read(source)
    except UnreadableError as error:
        fault = str(error)
    return StrictLines(writer.finished(), fault)


@dataclass(slots=True)
class _Writer:
    """Writer of lines: text extends the open line, the end of a paragraph closes it."""

    index: int = 0
    start: int = 0
    end: int = 0
    _last_index: int = 0
    _lines: list[StrictLine] = field(default_factory=list)
    _parts: list[bytes] = field(default_factory=list)
    _line: StrictLine = field(default_factory=StrictLine)

    def text(self, data: bytes) -> None:
        if not self._parts:
            self._line.start = self.start
        self._line.end = self.end
        self.index += len(data)
        self._line.n_bytes += self.index - self._last_index
        self._last_index = self.index
        self._parts.append(data)

    def paragraph(self, n_blank: int) -> None:
        if self._parts:
            self._parts.append(b"\n" * (n_blank + 1))
            self._line.n_bytes += 2 * (n_blank + 1)
            self._close()

    def finished(self) -> list[StrictLine]:
        if self._parts:
            self._close()
        return self._lines

    def _close(self) -> None:
        self._line.text = b"".join(self._parts)
        self._lines.append(self._line)
        self._line = StrictLine()
        self._parts = []


@dataclass(slots=True)
class _Formatter:
    """Formatter that collapses white space and decides where lines and paragraphs end."""

    writer: _Writer
    _no_space: bool = True
    _soft_space: bool = False
    _para_end: bool = True
    _hard_break: bool = True
    _have_label: bool = False
    _skipped: int = 0

    def flowing(self, data: bytes) -> None:
        words = b" ".join(data.split())
        if not words:
            if data and not self._no_space:
                self._soft_space, self._skipped = True, 0
            return
        if (data[:1].isspace() or self._soft_space) and not self._no_space:
            words = b" " + words
        self._in_line()
        self._soft_space = data[-1:].isspace()
        self.writer.text(words)

    def literal(self, data: bytes) -> None:
        if not data:
            return
        if self._soft_space:
            self.writer.text(b" ")
        self._in_line()
        self._hard_break = data.endswith(b"\n")
        self.writer.text(data)

    def font(self) -> None:
        """Write the pending space, as every change of font does."""
        if self._soft_space:
            self._hard_break = self._para_end = self._soft_space = False
            self._no_space = True
            self.writer.text(b" ")

    def end_paragraph(self, n_blank: int) -> None:
        if not self._hard_break:
            self.writer.paragraph(0)
            self._have_label = False
        if self._skipped < n_blank and not self._have_label:
            self.writer.paragraph(n_blank - self._skipped)
            self._skipped = n_blank
            self._have_label = False
        self._hard_break = self._no_space = self._para_end = True
        self._soft_space = False

    def line_break(self) -> None:
        if not (self._hard_break or self._para_end):
            self.writer.paragraph(0)
            self._have_label, self._skipped = False, 0
        self._hard_break = self._no_space = True
        self._soft_space = False

    def rule(self) -> None:
        if not self._hard_break:
            self.writer.paragraph(0)
        self._hard_break = self._no_space = True
        self._have_label = self._para_end = self._soft_space = False
        self._skipped = 0

    def label(self) -> None:
        """Start a list item; its mark is not written."""
        if self._have_label or not self._hard_break:
            self.writer.paragraph(0)
        if not self._para_end:
            self.writer.paragraph(0)
        self._no_space = self._have_label = self._hard_break = self._para_end = True
        self._soft_space, self._skipped = False, 0

    def _in_line(self) -> None:
        self._no_space = self._para_end = self._hard_break = self._have_label = False
        self._soft_space, self._skipped = False, 0


@dataclass(slots=True)
class _Parser:
    """Parser that turns tags into calls of the formatter."""

    formatter: _Formatter
    offset: int = 0
    _literal: bool = False
    _is_plain: bool = False
    _is_saving: bool = False
    _n_pre: int = 0
    _lists: list[bytes] = field(default_factory=list)
    _n_links: int = 0
    _in_anchor: bool = False

    @property
    def index(self) -> int:
        return self.formatter.writer.index

    @index.setter
    def index(self, value: int) -> None:
        self.formatter.writer.index = value

    def is_literal(self) -> bool:
        return self._literal

    def is_plain(self) -> bool:
        return self._is_plain

    def leave_literal(self) -> None:
        self._literal = False

    def data(self, data: bytes) -> None:
        if self._is_saving:
            return
        writer = self.formatter.writer
        writer.start, writer.end = self.offset, self.offset + len(data)
        if self._n_pre:
            self.formatter.literal(data)
        else:
            self.formatter.flowing(data)

    def start(self, tag: bytes, attributes: dict[bytes, bytes]) -> bool:
        if tag in _HEADINGS or tag in _PRE:
            self.formatter.end_paragraph(1)
            self.formatter.font()
            self._n_pre += tag in _PRE
            self._literal = self._literal or tag in _LITERAL
        elif tag in _FONTS:
            self.formatter.font()
        elif tag in _LISTS:
            self.formatter.end_paragraph(int(not self._lists))
            self._lists.append(b"list")
        elif tag == b"a":
            self._in_anchor = bool(attributes.get(b"href", b"").strip())
            self._n_links += self._in_anchor
        elif tag == b"title":
            self._is_saving = True
        elif tag == b"address":
            self.formatter.end_paragraph(0)
            self.formatter.font()
        elif tag in {b"blockquote", b"p"}:
            self.formatter.end_paragraph(1)
        elif tag == b"dl":
            self.formatter.end_paragraph(1)
            self._lists.append(b"dl")
        else:
            self._single(tag, attributes)
        return tag in _PAIRED

    def _single(self, tag: bytes, attributes: dict[bytes, bytes]) -> None:
        if tag == b"li":
            self.formatter.end_paragraph(0)
            self.formatter.label()
        elif tag in {b"dt", b"dd"}:
            self._end_definition(0)
            if tag == b"dd":
                self._lists.append(b"dd")
        elif tag == b"br":
            self.formatter.line_break()
        elif tag == b"hr":
            self.formatter.rule()
        elif tag == b"img":
            self.data(attributes.get(b"alt", b"(image)"))
        elif tag == b"plaintext":
            self.formatter.end_paragraph(1)
            self.formatter.font()
            self._n_pre += 1
            self._is_plain = True

    def end(self, tag: bytes) -> None:
        if tag in _HEADINGS or tag == b"blockquote":
            self.formatter.end_paragraph(1)
        elif tag in _PRE:
            self.formatter.end_paragraph(1)
            self._n_pre = max(0, self._n_pre - 1)
        elif tag in _LISTS:
            del self._lists[-1:]
            self.formatter.end_paragraph(int(not self._lists))
        elif tag == b"a" and self._in_anchor:
            self.data(b"[%d]" % self._n_links)
            self._in_anchor = False
        elif tag == b"title":
            self._is_saving = False
        elif tag == b"address":
            self.formatter.end_paragraph(0)
        elif tag == b"dl":
            self._end_definition(1)
            del self._lists[-1:]

    def _end_definition(self, n_blank: int) -> None:
        self.formatter.end_paragraph(n_blank)
        if self._lists and self._lists[-1] == b"dd":
            self._lists.pop()
