/** The words of a line that carry its meaning, each once, in lower case. Scripts without spaces are split into pairs of characters. */
export const contentWords = (line: string): readonly string[] => [
  ...new Set(allWords(line).filter(word => !stopWords.has(word))),
]

/** The same with those that carry none, and as often as they are written. */
export function allWords(line: string): readonly string[] {
  const text = line.toLowerCase()
  // Most lines are ASCII, which is faster to split.
  if (plain.test(text)) return text.match(/\w{2,}/g) ?? []
  return (text.match(anyWord) ?? []).flatMap(word => (isCjk(word) ? pairsIn(word) : word.length > 1 ? [word] : []))
}

const pairsIn = (word: string): readonly string[] =>
  Array.from({ length: word.length }, (_, at) => word.slice(at, at + 2))

const plain = /^[\0-\x7f]*$/

const anyWord =
  /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|(?:(?![\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])[\p{L}\p{N}_])+/gu
const startsCjk = /^[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/

/** Whether a word is written in characters without spaces between words. */
export const isCjk = (word: string): boolean => startsCjk.test(word)

/** Words that say nothing by themselves. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'the an and or of to in on at is are was were be been it its this that these those for with as by from but if then so we you he she they ' +
    'will would can could do does did has have had just also into out up over than there here what which who when where how all any some ' +
    'der die das und oder ist sind war ein eine zu mit von auf für le la les des et ou est un une de du en que el los las es con por para'
  ).split(' '),
)
