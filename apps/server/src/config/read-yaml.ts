import { LonghandError } from 'longhand'
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit, type YAMLMap } from 'yaml'
import { visible } from '../trust/visible.ts'
import type { ConfigEntry, KeyPath } from './config-entry.ts'

/** The values of a YAML file, each with its line. */
export function readYaml(text: string, file: string): readonly ConfigEntry[] {
  if (text.length > maxChars) fail(file, 1, `The file is larger than ${maxChars / 1000} kB. Make it smaller.`)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: false, prettyErrors: false, uniqueKeys: false })
  const [error] = document.errors
  if (error !== undefined) fail(file, lines.linePos(error.pos[0]).line, `This is not YAML: ${sentence(error.message)}`)
  const root = document.contents as Node | null
  if (root === null || (isScalar(root) && root.value === null)) return []
  if (!isMap(root)) fail(file, 1, 'The file must hold keys with values, as `compact:`.')
  const lineOf = (node: unknown): number => lines.linePos((node as Node | null)?.range?.[0] ?? 0).line
  // A few aliases can expand to more than fits into memory, and to something else than a reader sees.
  visit(document, {
    Alias: (_, alias) => fail(file, lineOf(alias), 'The references in this value cannot be followed. Write it out.'),
  })
  return valuesIn(root, [], { document, file, lineOf })
}

/** More than any configuration needs, and small enough to parse quickly. */
export const maxChars = 64_000

type Reading = {
  readonly document: Document
  readonly file: string
  readonly lineOf: (node: unknown) => number
}

function valuesIn(map: YAMLMap, path: KeyPath, reading: Reading): readonly ConfigEntry[] {
  const seen = new Set<string>()
  return map.items.flatMap(({ key, value }): readonly ConfigEntry[] => {
    const line = reading.lineOf(key)
    if (!isScalar(key)) fail(reading.file, line, 'A key must be a word.')
    const name = String(key.value)
    if (seen.has(name)) fail(reading.file, line, 'This is not YAML: Map keys must be unique.')
    seen.add(name)
    const here = [...path, name]
    const origin = `${reading.file}:${line}`
    // A section gets an empty entry too: an error about it has its line.
    if (isMap(value)) return [{ path: here, value: {}, origin }, ...valuesIn(value, here, reading)]
    return [{ path: here, value: plain(value, line, reading), origin }]
  })
}

function plain(node: unknown, line: number, { document, file }: Reading): unknown {
  if (node === null) return null
  try {
    return (node as Node).toJS(document)
  } catch {
    return fail(file, line, 'This value cannot be read. Write it in a simpler way.')
  }
}

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`)

function fail(file: string, line: number, words: string): never {
  throw new LonghandError('bad-config', `${file}:${line}: ${visible(words)}`, { details: { file, line } })
}
