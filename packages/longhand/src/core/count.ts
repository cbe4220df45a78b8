/** The tokens of a text, by a tokenizer. It comes in as an argument, so that the core needs no packages. */
export type CountTokens = (text: string) => number
