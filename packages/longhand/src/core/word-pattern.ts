/** A pattern that finds any of the alternatives as whole words, in every script that has word borders. */
export const wordPattern = (...alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')
