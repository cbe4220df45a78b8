/** Cuts a text at every place where one of the words stands, in whatever case: what is between them, a word, and so on. */
export function splitAtWords(text: string, words: string): readonly string[] {
  const any = words.split(/\s+/).map(word => word.replace(/\W/g, '\\$&'))
  return text.split(new RegExp(`(${any.join('|')})`, 'i'))
}
