"""boilerpipe (Kohlschütter, Fankhauser, Nejdl, WSDM 2010): text blocks, filters, extractors.

`blocks` cuts the page into text blocks once; `block_list` is the list that filters work on;
`simple`, `heuristics`, `english` and `head` hold the filters; `pipelines` strings them together;
`extractors` makes them known.
"""
