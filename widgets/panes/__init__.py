"""Output panes: the text that each extractor kept of the page, side by side at one level.

The text is laid out and painted by hand (`content`, `paragraph`, `flow`, `painter`, `body`), not by
`QTextDocument` or a list view. A page has up to 5 MB of text, each pane folds other parts of it,
all panes keep the selected text at one height, and the pointer, differences, gold classes and
errors change the look of single words without a new layout. A text document would lay out all of
it in each pane at each change. Before this is changed, measure with `scripts/bench` (part
`window`: time from a moved slider until all views show it) and on the longest page: the time until
a pane is shown, of a move of the pointer, of a fold, of a wheel step in four linked panes, and the
memory of each pane. Look at right-to-left, Chinese and mixed text, and at selection and copying
across folds.
"""
