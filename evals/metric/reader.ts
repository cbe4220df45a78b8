import { entitiesOn } from './entities.ts'

/** Reads lines into numbers, each distinct line once: the same lines stand in many contexts. */
export type Reader = {
  /** The names on a line. */
  readonly entities: (line: string) => readonly number[]
  /** The distinct words of a line that carry meaning. */
  readonly words: (line: string) => readonly number[]
  /** One name that was found elsewhere; empty if it is ignored. */
  readonly entity: (name: string) => readonly number[]
  readonly entityName: (id: number) => string
}

/** `ignored` are names that any model knows, whatever the conversation. */
export function reader(ignored: ReadonlySet<string>): Reader {
  const entities = interner()
  const words = interner()
  return {
    entities: remembered(line =>
      entitiesOn(line)
        .filter(name => !ignored.has(name))
        .map(entities.id),
    ),
    words: remembered(line => [...new Set(contentWords(line))].map(words.id)),
    entity: name => (ignored.has(name) ? [] : [entities.id(name)]),
    entityName: entities.name,
  }
}

function interner() {
  const ids = new Map<string, number>()
  const names: string[] = []
  const id = (name: string): number => {
    const known = ids.get(name)
    if (known !== undefined) return known
    ids.set(name, names.length)
    return names.push(name) - 1
  }
  return { id, name: (of: number): string => names[of]! }
}

function remembered(read: (line: string) => readonly number[]): (line: string) => readonly number[] {
  const known = new Map<string, readonly number[]>()
  return line => {
    const before = known.get(line)
    if (before !== undefined) return before
    const found = read(line)
    known.set(line, found)
    return found
  }
}

const contentWords = (line: string): readonly string[] =>
  (line.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []).filter(word => !emptyWords.has(word))

const emptyWords = new Set(
  (
    'the and for that this with from are was were been have has had not but you your our its it is in on of to an as at be by or if so ' +
    'do does did can will would should could may might we they them their there here then than what which who when where how all any ' +
    'each into out up no yes let me my now just also'
  ).split(' '),
)
