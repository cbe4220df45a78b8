import { createHash } from 'node:crypto'
import { LonghandError } from '../../core/errors.ts'
import { createPacer } from '../../engine/long-work/pacer.ts'
import { checkTree, type TreeCheck } from '../../engine/transfer/check-tree.ts'
import type { ExportLine } from '../../engine/transfer/export-records.ts'
import type { ParseExportLines } from '../../engine/transfer/parse-export-lines.ts'
import { addLine } from './add-line.ts'

/** A line of an export with its place in the file. */
export type NumberedLine = { readonly line: ExportLine; readonly number: number }

/** The text of a line with its place in the file; empty lines have one and are left out. */
export type RawLine = { readonly text: string; readonly number: number }

/**
 * Reads an export a few lines at a time and checks every line: its shape, its branch and the hashes. Throws at the first
 * that is wrong, and when the last one is missing.
 */
export async function* readExport(
  lines: AsyncIterable<RawLine> | Iterable<RawLine>,
  parse: ParseExportLines,
  mode: 'check' | 'count',
): AsyncGenerator<readonly NumberedLine[]> {
  const order = new Order()
  let number = 0
  for await (const batch of batches(lines)) {
    const read = await parsed(batch, parse, mode)
    const taken: NumberedLine[] = []
    for (const [at, raw] of batch.entries()) {
      number = raw.number
      taken.push({ line: await atLine(number, order.take(read[at]!, raw.text)), number })
    }
    yield taken
  }
  if (order.state === 'ended') return
  throw new LonghandError('bad-request', `The export ends too early, after line ${number}. Nothing of it was imported.`)
}

async function parsed(batch: readonly RawLine[], parse: ParseExportLines, mode: 'check' | 'count') {
  return parse(
    batch.map(({ text }) => text),
    mode,
  ).catch(error => {
    const at = error instanceof LonghandError ? error.details.at : undefined
    throw typeof at === 'number' ? wrong(batch[at]!.number, error) : error
  })
}

/** Checks the order of the lines. */
class Order {
  state: 'begins' | 'owner' | 'conversation' | 'ended' = 'begins'
  readonly #all = createHash('sha256')
  readonly #pace = createPacer()
  readonly #conversations = new Set<string>()
  readonly #projects = new Set<string>()
  readonly #officers = new Set<string>()
  /** Checkpoints, compactions and turns of the conversation, each by type and id. */
  #records = new Set<string>()
  #checkpoints = 0
  #own = createHash('sha256')
  #id = ''
  #tree: TreeCheck | null = null

  async take(line: ExportLine, text: string): Promise<ExportLine> {
    if (this.state === 'begins' && line.type !== 'longhand') fail('does not begin an export')
    if (this.state === 'ended') fail('comes after the end of the export')
    if (line.type === 'end') return this.#end(line)
    if (line.type === 'conversation') this.#begin(line)
    const isEnd = line.type === 'conversation-end'
    await addLine(isEnd ? [this.#all] : [this.#all, this.#own], text, this.#pace)
    if (isEnd) return this.#endConversation(line)
    return this.#tree === null ? this.#outside(line) : this.#inside(line, this.#tree)
  }

  #outside(line: ExportLine): ExportLine {
    if (line.type === 'longhand' && this.state === 'begins') this.state = 'owner'
    else if (line.type === 'project' && this.#conversations.size === 0) this.#add(this.#projects, line.id)
    else if (line.type !== 'state') fail(`is a line of type ${line.type} that cannot be there`)
    return line
  }

  #begin(line: Extract<ExportLine, { type: 'conversation' }>): void {
    if (this.state !== 'owner') fail('begins a conversation inside another')
    this.#add(this.#conversations, line.id)
    if (line.project !== null && !this.#projects.has(line.project))
      fail('names a project that the export does not hold')
    if (line.kind === 'officer') this.#addOfficer(line.project)
    this.state = 'conversation'
    this.#id = line.id
    this.#tree = checkTree(line, line.lines)
    this.#records = new Set()
    this.#checkpoints = line.checkpoints
    this.#own = createHash('sha256')
  }

  #inside(line: ExportLine, tree: TreeCheck): ExportLine {
    if (line.type === 'entry') return { ...line, entry: tree.entry(line.line, line.entry) }
    if (line.type === 'checkpoint') this.#checkpoint(line, tree)
    else if (line.type === 'compaction') this.#compaction(line, tree)
    else if (line.type === 'turn') this.#add(this.#records, `turn ${line.turn.id}`)
    else if (line.type === 'memory') this.#add(this.#records, 'memory')
    else if (line.type !== 'conversation') fail(`is a line of type ${line.type} that cannot be there`)
    return line
  }

  #checkpoint({ id, place }: Extract<ExportLine, { type: 'checkpoint' }>, tree: TreeCheck): void {
    tree.place(place)
    this.#add(this.#records, `checkpoint ${id}`)
    // The next one's id follows from how many there were.
    if (Number(id) > this.#checkpoints) fail('is a checkpoint that the conversation has not counted')
  }

  #compaction({ compaction: { id, base } }: Extract<ExportLine, { type: 'compaction' }>, tree: TreeCheck): void {
    tree.place(base.place)
    this.#add(this.#records, `compaction ${id}`)
  }

  #addOfficer(project: string | null): void {
    if (project === null) fail('is an officer without a project')
    else if (this.#officers.has(project)) fail('is the second officer of its project')
    else this.#officers.add(project)
  }

  #endConversation(line: Extract<ExportLine, { type: 'conversation-end' }>): ExportLine {
    if (this.#tree === null || line.id !== this.#id) fail('ends a conversation that has not begun')
    this.#tree!.end()
    if (line.hash !== this.#own.digest('hex')) fail('has a hash that does not match its conversation')
    this.#tree = null
    this.state = 'owner'
    return line
  }

  #end(line: Extract<ExportLine, { type: 'end' }>): ExportLine {
    if (this.state !== 'owner') fail('ends the export inside a conversation')
    if (line.conversations !== this.#conversations.size) fail('counts a different number of conversations')
    if (line.hash !== this.#all.digest('hex')) fail('has a hash that does not match the export')
    this.state = 'ended'
    return line
  }

  #add(known: Set<string>, id: string): void {
    if (known.has(id)) fail('has an id that was used before')
    known.add(id)
  }
}

function fail(problem: string): never {
  throw new LonghandError('bad-request', `it ${problem}`)
}

const atLine = <T>(number: number, taken: Promise<T>): Promise<T> =>
  taken.catch(error => {
    throw error instanceof LonghandError ? wrong(number, error) : error
  })

const wrong = (line: number, cause: LonghandError): LonghandError =>
  new LonghandError(
    'bad-request',
    `Line ${line} of the export cannot be imported: ${cause.message.replace(/\.$/, '')}. Nothing of it was imported.`,
    { cause, details: { line } },
  )

/** A few lines at a time, so that parsing them does not block for long. */
async function* batches(lines: AsyncIterable<RawLine> | Iterable<RawLine>): AsyncGenerator<readonly RawLine[]> {
  let batch: RawLine[] = []
  let characters = 0
  for await (const line of lines) {
    if (batch.length > 0 && (batch.length === maxLines || characters + line.text.length > maxCharacters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(line)
    characters += line.text.length
  }
  if (batch.length > 0) yield batch
}

const maxLines = 200
const maxCharacters = 256 * 1024
