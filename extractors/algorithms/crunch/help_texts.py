"""Help text of Crunch."""

HELP = """\
Crunch does not select content: it removes clutter, and the page keeps its appearance. It walks the
tree from the top. Each element first loses attributes (*edit*), then the first rule of this chain
that matches it is applied (*delete*):

1. *ads*: the host of its address is in the list;
2. *link lists*: see below;
3. *text links*; 4. *image links*; 5. *images*;
6. to 16. and 18. *scripts, noscript, style sheets, styles, meta, forms, inputs, buttons, selects,
   iframes, embeds*; rule 8 unwraps noscript if scripts are removed and noscript is not;
17. *empty tables*: see below. *Flash* (Crunch 3) follows the chain; it is rule 19 here.

**Link lists.** A table cell is a link list if

    links / (characters of text outside links / letters per word) > limit

It loses its links and its text outside links. A cell without any text is a link list, too.

**Empty tables.** A table is removed if it contains no element of substance and its text, with each
text node trimmed, is shorter than the minimum. Inner tables are tested first.

**Removed links** can be listed at the end of the page, with the text of their first child.

**Text.** The printer of the program writes text nodes unchanged and begins a new line only at `br`.
The program loses the text after the last `br`; here it is written, unless *Write the last line* is
off. *Break at blocks* (ours) makes the text readable.

*Presets.* The defaults are those of the program. The settings in the figures of the paper, and the
news settings of Crunch 3 with its thirteen levels, are presets. Crunch 3 chose a level by a web
search; here you choose it.

*Hosts.* The built-in list is ours. `boilerscope ad-hosts`, or *Choose the list of advertisement
hosts* in the window, replaces it by a file or an address in hosts format, and refreshes it. Results
name the list that they used.

*Proxy.* Crunch was published as a web proxy with a settings window: an administrator sets it up, a
group reads the web through it, and a changed setting shows when the page is loaded again.
`boilerscope proxy` and the tab *Proxy* of the window do the same with every extractor, and like
Crunch send pages as HTML or as text. They differ in this: worker processes clean the pages, not a
thread for each client; https and HTTP/2 are read, too; only whole pages that a reader opens are
cleaned; portals of which little is kept, and pages that fail, arrive as the original, with the
reason in a header; rules choose another pane for some addresses.

*Source.* Gupta, Kaiser, Neistadt and Grimm, WWW 2003; order and constants follow the class of 2003
and Crunch 3. Crunch 3 reads the default of *Remove styles* from that of scripts, so it is on when
Crunch 3 first starts. The journal paper names a ratio of 0.35, which is in no program.

*Ours.* These are ours: removing the cell itself, other cells than td, listing the links of link
lists (the code has a line for it that is never reached), the built-in list of hosts (the original
downloaded 22,339 hosts), and ignoring the case of host names. Removing everything in a cell works
here; the code fails at the second child and leaves the rest of the page unfiltered. The text is
that of the body.

*Where it fails.* Only td is tested, so pages with a div layout keep their menus. Portal pages lose
nearly everything. A form around the page removes the page with it. Addresses without a scheme are
never advertisements. In the parser used here, an embed that is not closed contains everything after
it in the same element, which is removed with it.
"""
