import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { user } from '../../core/message.ts'
import { parsePolicy } from '../../core/parse-policy.ts'
import type { Breakdown, WindowStatus } from '../../core/window.ts'
import type { Checkpoint } from '../ports/store-checkpoints.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { Place } from '../ports/store-conversations.ts'
import type { ProjectFile } from '../ports/store-projects.ts'
import type { TurnJob } from '../ports/store-turns.ts'
import { maxFileChars, maxFiles } from '../project-files.ts'
import { aboutShape, type CountMessage, entryId, entryShape, maxDepth, span } from './entry-shape.ts'
import type { ConversationHead, ExportLine, LineRecord, ProjectRecord } from './export-records.ts'
import {
  anyJson,
  bad,
  fields,
  list,
  matching,
  nullable,
  objectAt,
  oneOf,
  orElse,
  type Shape,
  text,
  whole,
} from './shape.ts'

/** Reads one line of an export, or says what is wrong with it. Whatever it counts is counted anew. */
export function parseExportLine(line: string, count: CountMessage): ExportLine {
  const { type, ...rest } = objectAt(parsed(line), 'It')
  const known = oneOf(...lineTypes)(type, 'type')
  if (known === 'state') return { type: 'state' }
  if (known === 'project') return { type: 'project', ...projectLine(count)(rest) }
  if (known === 'entry') return { type: 'entry', ...entryLine(count)(rest, 'It') }
  return { type: known, ...shapes[known](rest, 'It') } as ExportLine
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new LonghandError('bad-request', 'It is not JSON', { cause })
  }
}

const millions = whole(0, 1_000_000_000)
const order = whole(0, 2_000_000_000)
const maxCheckpoints = 100_000_000
const version = whole(0, Number.MAX_SAFE_INTEGER)
/** Up to the end of the year 9999: what every calendar and database can write down. */
const time = whole(0, 253_402_300_799_999)
const id = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a UUID')
const name = text(1_000)
const hash = matching(/^[0-9a-f]{64}$/, 'a SHA-256')
const place = fields<Place>({ line: order, depth: whole(0, maxDepth) })
const note = anyJson(100, 4 * 1024 * 1024)

const entryLine = (count: CountMessage) =>
  fields({ line: whole(1, maxDepth), at: time, about: aboutShape, entry: entryShape(count) })

const projectFields = fields<Required<ProjectRecord>>({
  ...{ id, name, createdAt: time },
  files: orElse(
    list(fields<ProjectFile>({ name: text(255), text: text(maxFileChars), tokens: millions, at: time }), maxFiles),
    [],
  ),
})

const projectLine =
  (count: CountMessage) =>
  (value: object): ProjectRecord => {
    const { files, ...project } = projectFields(value, 'It')
    if (files.reduce((sum, file) => sum + file.text.length, 0) > maxFileChars)
      bad('files', `must have ${maxFileChars} characters in all at most`)
    const counted = files.map(file => ({ ...file, tokens: count(user(file.text)) }))
    return counted.length === 0 ? project : { ...project, files: counted }
  }

const share: Shape<number> = (value, at) =>
  typeof value === 'number' && value >= 0 && value <= 1_000_000 ? value : bad(at, 'must be a number from 0')

const breakdown = fields<Breakdown>({
  ...{ system: millions, tools: millions, summary: millions },
  ...{ protected: millions, messages: millions, attachments: millions },
})
const status = fields<WindowStatus>({
  ...{ used: millions, window: nullable(millions), reserved: millions, available: nullable(millions) },
  share: nullable(share),
  level: oneOf('green', 'yellow', 'red'),
  source: oneOf('reported', 'estimated', 'unknown'),
  breakdown,
})

const settings: Shape<Json> = (value, at) => {
  const given = objectAt(anyJson(20, 100_000)(value, at), at)
  // The same check as for a policy that comes with a request.
  if (Object.hasOwn(given, 'policy')) parsePolicy(given.policy)
  return given as Json
}

const line = fields<LineRecord>({
  ...{ line: whole(1, maxDepth), parent: nullable(whole(1, maxDepth)) },
  ...{ forked: whole(0, maxDepth), tip: whole(0, maxDepth), at: time },
})

const compaction = fields<CompactionJob>({
  ...{ id: entryId, conversation: id, status: oneOf('done', 'failed', 'cancelled', 'rejected') },
  base: fields({ place, compaction: nullable(entryId), epoch: order }),
  ...{ span, plan: note, attempt: order, worker: nullable(name) },
  ...{ draft: nullable(note), receipt: nullable(note), reason: nullable(text(10_000)) },
  ...{
    at: time,
    endedAt: nullable(time),
    deaths: orElse(order, 0),
    words: orElse(oneOf('model', 'originals'), 'model'),
  },
})

const turn = fields<TurnJob>({
  ...{ id: entryId, conversation: id, status: oneOf('done', 'stopped', 'failed', 'interrupted') },
  ...{ attempt: order, worker: name, request: note, parts: list(note as Shape<never>, 10_000) },
  ...{ startedAt: time, endedAt: nullable(time), deaths: orElse(order, 0) },
})

const shapes = {
  longhand: fields<{ format: 1 }>({ format: whole(1, 1) as Shape<1> }),
  conversation: fields<ConversationHead & { readonly lines: readonly LineRecord[] }>({
    ...{ id, kind: oneOf('chat', 'officer'), project: nullable(id), title: nullable(name), model: nullable(name) },
    ...{
      settings,
      status: nullable(status),
      head: place,
      epoch: order,
      version,
      checkpoints: whole(0, maxCheckpoints),
    },
    ...{ createdAt: time, updatedAt: time, lines: list(line, 25_000) },
  }),
  checkpoint: fields<Checkpoint>({
    ...{ id: matching(/^[1-9]\d{0,8}$/, 'a number'), label: name, tags: list(name, 100) },
    kind: oneOf('manual', 'automatic', 'before-compaction', 'before-restore'),
    ...{ place, number: order, model: nullable(name), used: millions, compaction: order, at: time },
  }),
  compaction: fields({ compaction }),
  turn: fields({ turn }),
  memory: fields({ text: text(16 * 1024 * 1024), at: time }),
  'conversation-end': fields({ id, hash }),
  end: fields({ conversations: order, hash }),
} satisfies { readonly [type: string]: Shape<object> }

const lineTypes = ['state', 'project', 'entry', ...(Object.keys(shapes) as (keyof typeof shapes)[])] as const
