/**
 * A text in which nothing can be read as a tag of this name, opening or closing, however it is spelt: with spaces, in
 * capitals, in wide or invisible letters, or escaped. The sign that opens it becomes `‹`; nothing else changes.
 */
export function escapeTag(text: string, tag: string): string {
  const name = normalise(tag)
  return text.replace(opening, (found, sign: string, gap: string, slash: string, at: number) => {
    const end = at + found.length
    if (!startsWithName(text, end, name)) return found
    // `i < summary.length` is code. What closes a tag is never that.
    if (slash === '' && gap !== '' && !isTagEnd(text, end)) return found
    return `‹${found.slice(sign.length)}`
  })
}

/** `<`, what may stand before the name, and `/` if the tag closes something; each also as others write it. */
const opening =
  /([<＜﹤]|&(?:lt|#0{0,8}60|#x0{0,8}3c);?|\\(?:u00|x)3c|%3c)([\s\p{Default_Ignorable_Code_Point}]*)((?:(?:[/／∕⁄⧸]|\\\/|\\?&(?:sol|#0{0,8}47|#x0{0,8}2f);?|\\(?:u00|x)2f|%2f)[\s\p{Default_Ignorable_Code_Point}]*)*)/giu

function startsWithName(text: string, at: number, name: string): boolean {
  const start = text.slice(at, at + name.length)
  if (start.toLowerCase() === name) return true
  // Only letters that are not plain ones can spell a name differently.
  if (isAscii.test(start)) return false
  return normalise(text.slice(at, at + maxCharsPerLetter * name.length)).startsWith(name)
}

const isAscii = /^[\0-\x7f]*$/

/** Characters that may spell one letter: itself, and what is not seen around it. */
const maxCharsPerLetter = 8

const normalise = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()

/** Whether what follows a name is the rest of a tag: its end, or something that it says about itself. */
const isTagEnd = (text: string, at: number): boolean => {
  const name = /^[^\s<>/&=]{0,200}/u.exec(text.slice(at, at + 200))![0].length
  return /^\s{0,50}(?:[>＞﹥/]|&(?:gt|#62|#x3e)|\\u003e|%3e|[\w:-]{1,50}\s{0,5}=|[\w:-]{1,50}\s{0,50}>)/iu.test(
    text.slice(at + name, at + name + 200),
  )
}
