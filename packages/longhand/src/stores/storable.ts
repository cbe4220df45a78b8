/**
 * Postgres text holds neither NUL nor half a surrogate pair, but models and tools send both. They are written as an
 * escape and come back as they were sent. JSON needs none of this: it has escapes of its own.
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

const hex = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')
