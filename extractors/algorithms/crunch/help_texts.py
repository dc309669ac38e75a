"""Help texts of Crunch."""

HELP = """\
Crunch never chooses content: it removes what is not, and the page keeps its look. It walks the tree
from the top. Each element first loses attributes (*edit*), then the first rule of a chain that fits
it acts (*delete*):

1. *ads*: the host of its address is in the list;
2. *link lists*: see below;
3. *text links*; 4. *image links*; 5. *images*;
6. to 16. and 18. *scripts, noscript, style sheets, styles, meta, forms, inputs, buttons, selects,
   iframes, embeds*; rule 8 unwraps noscript where scripts go and noscript stays;
17. *empty tables*: see below. *Flash* (Crunch 3) comes after the chain, here as rule 19.

**Link lists.** A table cell is one if

    links / (characters of text outside links / letters per word) > limit

It loses its links and the text outside them. A cell without any text is one, too.

**Empty tables.** A table goes if it holds no element of substance and its text, each piece trimmed,
is shorter than the minimum; inner tables go first.

**Removed links** can be listed at the end of the page, with the text of their first child.

**Text** is what the program's printer writes: pieces of text as they are, a new line at `br` only.
The program loses what follows the last `br`; here it is written, unless *Write the last line* is
off. *Break at blocks* (ours) makes it readable.

*Presets.* The defaults are the program's. The figures of the paper and Crunch 3's news settings
with its thirteen levels are presets; Crunch 3 chose a level by web search, here you do.

*Hosts.* The list is ours until another one takes its place: `boilerscope ad-hosts` and *Choose the
list of advertisement hosts* replace it by a file or an address in hosts format and refresh it. A
result says which list it rests on.

*Source.* Gupta, Kaiser, Neistadt and Grimm, WWW 2003; order and constants follow the class of 2003
and Crunch 3. Crunch 3 reads the default of *Remove styles* from that of scripts, so on its first
start it is on. The journal paper names a ratio of 0.35, which no program has.

*Ours.* Removing the cell itself, other cells than td, listing the links of link lists (a line the
code cannot reach), the shipped list of hosts (the original took 22,339 from a site), and that a
host is compared without regard to capitals. Emptying a cell of *all* works here; the code fails at
its second child and leaves the rest of the page unfiltered. The text is that of the body.

*Where it fails.* Only td is tested, so pages laid out with div keep their menus. Portals come out
nearly empty. A form around the page takes the page with it. Addresses without scheme are never
advertisements. The parser used here lets an embed that is not closed hold what follows it in the
same element, which goes with it.
"""
