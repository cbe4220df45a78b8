import { randomUUID } from 'node:crypto'
import { LonghandError } from '../../core/errors.ts'
import { weightOf } from '../../core/weight.ts'
import type { ImportResult } from '../../engine/ports/store.ts'
import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import type { ConversationRecord, ExportLine, ProjectRecord } from '../../engine/transfer/export-records.ts'
import type { ParseExportLines } from '../../engine/transfer/parse-export-lines.ts'
import { type RawLine, readExport } from './read-export.ts'
import type { Target } from './transfer.ts'

/** Imports exported lines: all of them are read and checked before the first is written. */
export async function importLines(
  target: Target,
  lines: AsyncIterable<string>,
  parse: ParseExportLines,
): Promise<ImportResult> {
  const kept: RawLine[] = []
  for await (const _ of readExport(keeping(lines, kept), parse, 'check'));
  const importer = new Importer(target)
  for await (const batch of readExport(kept, parse, 'count')) for (const { line } of batch) await importer.add(line)
  return importer.finish()
}

async function* keeping(lines: AsyncIterable<string>, kept: RawLine[]): AsyncGenerator<RawLine> {
  let number = 0
  for await (const text of lines) {
    if (++number > maxLines) throw new LonghandError('too-large', tooManyLines)
    if (text.trim() === '') continue
    kept.push({ text, number })
    yield { text, number }
  }
}

const maxLines = 1_000_000

const tooManyLines = `The export has more than ${maxLines} lines. Export fewer conversations at once.`

const maxEntries = 200
const maxCharacters = 256 * 1024

/** What is imported so far. Mutable, because it is the middle of a stream. */
class Importer {
  readonly #target: Target
  #projects: ProjectRecord[] = []
  /** The ids of projects here, by their ids in the export. */
  readonly #projectIds = new Map<string, string>()
  #record: Mutable<ConversationRecord> | null = null
  #isNew = false
  #batch: StoredEntry[] = []
  #characters = 0
  /** The batch that is being written while the next one is read. */
  #writing: Promise<void> = Promise.resolve()
  #conversations = 0
  #entries = 0
  readonly #skipped: string[] = []

  constructor(target: Target) {
    this.#target = target
  }

  async finish(): Promise<ImportResult> {
    await this.#importProjects()
    for (const project of await this.#target.withoutOfficer()) await this.#addOfficer(project)
    return { conversations: this.#conversations, entries: this.#entries, skipped: this.#skipped }
  }

  async add(line: ExportLine): Promise<void> {
    if (line.type === 'project') this.#projects.push(withoutType(line))
    else if (line.type === 'conversation') await this.#begin(line)
    else if (line.type === 'entry') await this.#entry(line)
    else if (line.type === 'conversation-end') await this.#end()
    else if (line.type === 'checkpoint') this.#record!.checkpoints.push(withoutType(line))
    else if (line.type === 'compaction') this.#record!.compactions.push(line.compaction)
    else if (line.type === 'turn') this.#record!.turns.push(line.turn)
    else if (line.type === 'memory') this.#record!.memory = withoutType(line)
  }

  async #begin({ type: _, lines, ...conversation }: Extract<ExportLine, { type: 'conversation' }>) {
    await this.#importProjects()
    const project = conversation.project && this.#projectIds.get(conversation.project)!
    const record: Mutable<ConversationRecord> = {
      conversation: { ...conversation, project },
      lines: [...lines],
      checkpoints: [],
      compactions: [],
      turns: [],
      memory: null,
    }
    let answer = await this.#target.begin(record)
    if (answer === 'taken') {
      record.conversation = { ...record.conversation, id: randomUUID() }
      answer = await this.#target.begin(record)
    }
    this.#record = record
    this.#isNew = answer === 'new'
    if (!this.#isNew) this.#skipped.push(conversation.id)
  }

  /** A project whose id belongs to someone else gets a new one. */
  async #importProjects(): Promise<void> {
    const projects = this.#projects
    this.#projects = []
    if (projects.length === 0) return
    const taken = new Set(await this.#target.owner({ projects }))
    for (const { id } of projects) this.#projectIds.set(id, taken.has(id) ? randomUUID() : id)
    const renamed = projects
      .filter(({ id }) => taken.has(id))
      .map(one => ({ ...one, id: this.#projectIds.get(one.id)! }))
    if (renamed.length > 0) await this.#target.owner({ projects: renamed })
  }

  /** D2 a project that was imported without its officer gets a new one. */
  async #addOfficer({ id, name, createdAt }: ProjectRecord): Promise<void> {
    const officer: ConversationRecord = {
      conversation: {
        ...{ id: randomUUID(), kind: 'officer', project: id, title: name, model: null, settings: {}, status: null },
        head: { line: 0, depth: 0 },
        ...{ epoch: 0, version: 1, checkpoints: 0, createdAt, updatedAt: createdAt },
      },
      ...{ lines: [], checkpoints: [], compactions: [], turns: [], memory: null },
    }
    await this.#target.begin(officer)
    await this.#target.end(officer)
  }

  async #entry({ line, at, about, entry }: StoredEntry): Promise<void> {
    if (!this.#isNew) return
    const characters = weightOf(entry, Number.POSITIVE_INFINITY, 1)
    const full = this.#batch.length === maxEntries || this.#characters + characters > maxCharacters
    if (this.#batch.length > 0 && (full || this.#batch[0]!.line !== line)) await this.#flush()
    this.#batch.push({ line, at, about, entry })
    this.#characters += characters
  }

  async #flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    this.#characters = 0
    await this.#writing
    if (batch.length === 0) return
    this.#writing = this.#target.entries(this.#record!.conversation.id, batch[0]!.line, batch)
    // Whoever waits for it is told; nobody does when a later line cannot be read.
    this.#writing.catch(() => {})
    this.#entries += batch.length
  }

  async #end(): Promise<void> {
    await this.#flush()
    await this.#writing
    if (this.#isNew) {
      await this.#target.end(this.#record!)
      this.#conversations++
    }
    this.#record = null
  }
}

function withoutType<Line extends { readonly type: string }>({ type: _, ...rest }: Line): Omit<Line, 'type'> {
  return rest
}

type Mutable<Record> = {
  -readonly [Key in keyof Record]: Record[Key] extends readonly (infer Item)[] ? Item[] : Record[Key]
}
