/**
 * How a text was written, from the best to the last. `summary`, `chunks`: by the summariser, in one request or in
 * several. `extract`: in the originals' own words, without a network. `truncate`: as many of those as there is room for,
 * with a visible mark.
 */
export type Rung = 'summary' | 'chunks' | 'extract' | 'truncate'
