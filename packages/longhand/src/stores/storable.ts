/**
 * Postgres text holds neither NUL nor half a surrogate pair, but models and tools send both. They are written as an
 * escape and come back as they were sent. JSON does not need this: it has its own escapes.
 */
export const storable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question.
  text.replace(/[\u0000\u001A]|\p{Surrogate}/gu, unit => `\u001A${hex(unit)}`)

/** The text as it was sent. */
export const asSent = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark that `storable` writes.
  text.replace(/\u001A([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Text for a search index, where what cannot be stored can be left out. */
export const searchable = (text: string): string => text.toWellFormed().replaceAll('\u0000', ' ')

/**
 * Text for a search index in which parts are found too: Postgres takes `db/004_add.sql` for one word, so joined words are
 * added again, split. It takes `parse_config` for two, so identifiers are added again as one.
 */
export function indexed(text: string): string {
  const whole = searchable(text)
  const joined = whole.split(/\s+/).filter(word => word.search(joints) >= 0)
  const identifiers = joined.flatMap(word => runsOf(word).filter(isJoined).map(asOneWord))
  return [whole, ...joined.map(word => word.replace(joints, ' ')), ...identifiers].join(' ')
}

/** A query for the search index: words and paths as they are, or their parts. */
export function searchQuery(text: string): string {
  const whole = queryText(text)
  // What is excluded stays excluded.
  const parts = whole.replace(/\S+/g, word => (word.startsWith('-') ? word : word.replace(joints, ' ')))
  return parts === whole ? whole : `${whole} or ${parts}`
}

/** A query for messages in which every word, path and identifier is exactly as it is written here. */
export const exactQuery = (text: string): string =>
  queryText(text).replace(/\S+/g, word => {
    const [run, ...others] = runsOf(word)
    return run !== undefined && others.length === 0 ? word.replace(run, asOneWord(run)) : word
  })

/** Without words that no index holds, and without dashes that exclude no word: Postgres has room for only a few of them. */
const queryText = (text: string): string =>
  searchable(text)
    .replace(/-(?!"?[\p{L}\p{N}])/gu, ' ')
    .replace(/\S+/g, word => (word.length > maxWordLength ? ' ' : word))

const maxWordLength = 500

const joints = /[/\\._:@=-]+/g

/** The words and identifiers in a text, `_` being part of both. */
const runsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []

/** Whether a run is an identifier of several words. */
const isJoined = (run: string): boolean => /[^_]_+[^_]/.test(run)

const asOneWord = (run: string): string => run.replaceAll('_', '')

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')
