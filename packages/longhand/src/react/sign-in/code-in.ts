/** What somebody is signed in with: a token as it is, or the code in an address that was printed. */
export const codeIn = (text: string): string => {
  const words = text.trim()
  const at = words.lastIndexOf('#c=')
  return at < 0 ? words : words.slice(at + '#c='.length)
}
