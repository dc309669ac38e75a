"""boilerpipe (Kohlschütter, Fankhauser, Nejdl, WSDM 2010): text blocks, filters, extractors.

`blocks` divides the page into text blocks once; `block_list` is the list that filters work on;
`filters` has the filters; `pipelines` combines them; `extractor` turns pipelines into extractors.
"""
