import type { Speaker } from './reading/quote.ts'

/** Something of the originals that must survive a compaction. */
export type Fact = {
  readonly kind: FactKind
  /** As the original has it: a name, or a whole line. */
  readonly text: string
  /** The ¶ of its last mention. */
  readonly number: number
  readonly speaker: Speaker
  /** For an error that was followed by an edit: the file that was edited. */
  readonly fix: string | null
}

/** The kinds of facts. The list is closed: receipts count by them. */
export const factKinds = [
  'file',
  'identifier',
  'command',
  'error',
  'url',
  'version',
  'number',
  'reference',
  'flag',
  'decision',
  'constraint',
  'code',
  'statement',
] as const

export type FactKind = (typeof factKinds)[number]

/** Whether a fact survives as a line, in other words too; the others must survive letter by letter. */
export const isSentence = ({ kind }: Fact): boolean => sentenceKinds.has(kind)

const sentenceKinds: ReadonlySet<FactKind> = new Set(['constraint', 'decision', 'error', 'code', 'statement'])

/** Whether a text must keep its share of such facts. What was told in plain talk is too much for any text: it is only counted. */
export const isRequired = ({ kind }: Pick<Fact, 'kind'>): boolean => kind !== 'statement'

/** What makes a fact unique; the case of a file name does not matter. */
export const factKey = ({ kind, text }: Fact): string => (kind === 'file' ? text.toLowerCase() : text)
