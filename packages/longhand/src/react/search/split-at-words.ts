/** Splits a text at every match of one of the words, ignoring case: odd elements are the matches. */
export function splitAtWords(text: string, query: string): readonly string[] {
  const any = query.split(/\s+/).map(word => word.replace(/\W/g, '\\$&'))
  return text.split(new RegExp(`(${any.join('|')})`, 'i'))
}
