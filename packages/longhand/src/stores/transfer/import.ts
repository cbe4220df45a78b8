import { createHash, randomUUID } from 'node:crypto'
import { LonghandError } from '../../core/errors.ts'
import type { Imported } from '../../engine/store.ts'
import type { StoredEntry } from '../../engine/store-entries.ts'
import type { ConversationRecord, OwnerRecord, ProjectRecord, Target } from './transfer.ts'

/** Brings exported lines in. Nothing of a conversation is seen before all of it is there and its hash is right. */
export async function importLines(target: Target, lines: AsyncIterable<string>): Promise<Imported> {
  const all = createHash('sha256')
  const arrival = new Arrival(target)
  let number = 0
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    const record = parse(line, number)
    if (record.type === 'end') {
      if (record.hash !== all.digest('hex')) throw damaged(number)
      return arrival.report()
    }
    if (number === 1 && (record.type !== 'longhand' || record.format !== 1)) throw damaged(1)
    all.update(`${line}\n`)
    await arrival.take(record, line, number).catch(error => {
      throw asDamage(error, number)
    })
  }
  throw new LonghandError('bad-request', `The export ends too early, after line ${number}. What was complete is here.`)
}

type Line = { readonly type: string; readonly hash?: string; readonly format?: number; readonly id?: string }

const batchSize = 200

/** What has come in so far. Mutable, because it is the middle of a stream. */
class Arrival {
  readonly #target: Target
  #owner: { projects: ProjectRecord[] } = { projects: [] }
  #projects = new Map<string, string>()
  #record: Mutable<ConversationRecord> | null = null
  #wanted = false
  #hash = createHash('sha256')
  #batch: StoredEntry[] = []
  /** How far each line has come. */
  #tips: number[] = []
  #conversations = 0
  #entries = 0
  readonly #skipped: string[] = []

  constructor(target: Target) {
    this.#target = target
  }

  async report(): Promise<Imported> {
    await this.#bringOwner()
    for (const project of await this.#target.lacking()) await this.#appoint(project)
    return { conversations: this.#conversations, entries: this.#entries, skipped: this.#skipped }
  }

  async take(record: Line, line: string, number: number): Promise<void> {
    const { type, ...rest } = record
    const inside = rest as never
    if (type === 'conversation') return this.#begin(inside, line)
    if (this.#record === null) {
      if (type === 'project') this.#owner.projects.push(inside)
      // Older exports hold what was learnt about models. That is for each place to find out.
      else if (type !== 'longhand' && type !== 'state') throw damaged(number)
      return
    }
    if (type === 'conversation-end') return this.#end(record, number)
    this.#hash.update(`${line}\n`)
    if (type === 'entry') await this.#entry(inside)
    else if (type === 'checkpoint') this.#record.checkpoints.push(inside)
    else if (type === 'compaction') this.#record.compactions.push((inside as { compaction: never }).compaction)
    else if (type === 'turn') this.#record.turns.push((inside as { turn: never }).turn)
    else if (type === 'memory') this.#record.memory = inside
    else throw damaged(number)
  }

  async #begin(
    { lines, ...conversation }: ConversationRecord['conversation'] & Pick<ConversationRecord, 'lines'>,
    line: string,
  ) {
    checkLines(conversation, lines)
    await this.#bringOwner()
    this.#hash = createHash('sha256').update(`${line}\n`)
    const project = conversation.project && (this.#projects.get(conversation.project) ?? conversation.project)
    const record: Mutable<ConversationRecord> = {
      conversation: { ...conversation, project },
      lines: [...lines],
      checkpoints: [],
      compactions: [],
      turns: [],
      memory: null,
    }
    this.#tips = lines.map(({ forked }) => forked)
    let answer = await this.#target.begin(record)
    if (answer === 'taken') {
      record.conversation = { ...record.conversation, id: randomUUID() }
      answer = await this.#target.begin(record)
    }
    this.#record = record
    this.#wanted = answer === 'new'
    if (!this.#wanted) this.#skipped.push(conversation.id)
  }

  /** A project whose id is someone else's gets a new one. */
  async #bringOwner(): Promise<void> {
    const owner = this.#owner
    this.#owner = { projects: [] }
    if (owner.projects.length === 0) return
    const taken = await this.#target.owner(owner)
    if (taken.length === 0) return
    this.#projects = new Map(taken.map(id => [id, randomUUID()]))
    const projects = owner.projects.filter(({ id }) => taken.includes(id))
    const again: OwnerRecord = { projects: projects.map(each => ({ ...each, id: this.#projects.get(each.id)! })) }
    await this.#target.owner(again)
  }

  /** D2 a project that came without its officer gets one who knows nothing yet. */
  async #appoint({ id, name, createdAt }: ProjectRecord): Promise<void> {
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
    const last = this.#batch.at(-1)
    if (this.#batch.length === batchSize || (last !== undefined && last.line !== line)) await this.#flush()
    const tip = (this.#tips[line - 1] ?? Number.NaN) + 1
    if (entry.depth !== tip) throw new TypeError(`Depth ${entry.depth} of line ${line} comes before depth ${tip}.`)
    this.#tips[line - 1] = tip
    this.#batch.push({ line, at, about, entry })
  }

  async #flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    if (!this.#wanted || batch.length === 0) return
    await this.#target.entries(this.#record!.conversation.id, batch[0]!.line, batch)
    this.#entries += batch.length
  }

  async #end({ hash }: Line, number: number): Promise<void> {
    const whole = this.#record!.lines.every(({ tip }, at) => tip === this.#tips[at])
    if (!whole || hash !== this.#hash.digest('hex')) throw damaged(number)
    await this.#flush()
    if (this.#wanted) {
      await this.#target.end(this.#record!)
      this.#conversations++
    }
    this.#record = null
  }
}

/** The lines hang together: each leaves an earlier one where that has entries, and the head is on one of them. */
function checkLines({ kind, head }: ConversationRecord['conversation'], lines: ConversationRecord['lines']): void {
  const tips = [0, ...lines.map(({ tip }) => tip)]
  const fits = lines.every(({ line, parent, forked, tip }, at) => {
    const from = parent ?? 0
    return line === at + 1 && from < line && forked >= 0 && forked <= tips[from]! && tip >= forked
  })
  const known = kind === 'chat' || kind === 'officer'
  if (!known || !fits || !(head.depth >= 0 && head.depth <= tips[head.line]!))
    throw new TypeError('The lines do not fit.')
}

type Mutable<Record> = {
  -readonly [Key in keyof Record]: Record[Key] extends readonly (infer Item)[] ? Item[] : Record[Key]
}

function parse(line: string, number: number): Line {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null && 'type' in value) return value as Line
  } catch {}
  throw damaged(number)
}

/** Whatever breaks on a line means that the line is bad, unless it is the storage that broke. */
const asDamage = (error: unknown, line: number): LonghandError =>
  error instanceof LonghandError && error.code.startsWith('store-') ? error : damaged(line, error)

const damaged = (line: number, cause?: unknown): LonghandError =>
  new LonghandError('bad-request', `Line ${line} of the export is damaged. Export again and bring that in.`, {
    cause,
    details: { line },
  })
