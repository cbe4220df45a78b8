import type { DisplayMessage, Divider, Row } from '../../client/screen/rows.ts'
import { textOf } from '../../core/message.ts'
import { contains } from '../../core/span.ts'
import type { View, ViewMessage } from '../../core/view.ts'

/** Both sides of a conversation, line by line: what you see, what the model sees, and which part went where. */
export type Columns = {
  readonly left: readonly TranscriptLine[]
  readonly right: readonly ViewItem[]
  readonly bands: readonly Band[]
}

/** One message, or several in a row that are alike. */
export type TranscriptLine = {
  readonly kind: 'protected' | 'folded' | 'recent'
  readonly messages: readonly DisplayMessage[]
  readonly top: number
  /** The compaction in force, when it folds up to here. */
  readonly divider?: Divider
}

/** A line of the model's side: one that is on yours too, as the model reads it, or a text that stands for many. */
export type ViewItem = { readonly top: number; readonly height: number } & (
  | { readonly type: 'line'; readonly line: TranscriptLine; readonly read: readonly ViewMessage[] }
  | { readonly type: 'text'; readonly text: ViewMessage }
)

export type Band = {
  readonly kind: TranscriptLine['kind']
  readonly from: readonly [top: number, bottom: number]
  readonly to: readonly [top: number, bottom: number]
}

export const lineHeight = 31
const gap = 10
/** The height of a divider's caption. */
const captionHeight = 27

export function buildColumns(rows: readonly Row[], view: View): Columns {
  const left = placeRuns(buildRuns(rows).flatMap(shortenRun))
  const right = placeViewItems(left, view)
  return { left, right, bands: buildBands(left, right) }
}

/** The height of a text by its lines, up to a maximum; the rest scrolls. */
const textHeight = ({ message }: ViewMessage): number => 52 + 16 * Math.min(18, Math.max(4, linesIn(textOf(message))))

/** Long lines wrap; about 52 characters fit on one. */
const linesIn = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 52)), 0)

type Run = Omit<TranscriptLine, 'top'>
type OpenRun = Run & { readonly messages: DisplayMessage[] }

function buildRuns(rows: readonly Row[]): readonly Run[] {
  const runs: OpenRun[] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (row.type === 'divider' && row.state === 'active' && last) runs[runs.length - 1] = { ...last, divider: row }
    if (row.type !== 'card') continue
    const kind = row.protection !== 'none' ? 'protected' : row.state === 'folded' ? 'folded' : 'recent'
    if (last?.kind === kind && last.divider === undefined) for (const entry of row.entries) last.messages.push(entry)
    else runs.push({ kind, messages: [...row.entries] })
  }
  return runs
}

/** Shortens a long run to its first and last messages; the rest becomes one line with a count. */
function shortenRun({ kind, messages, divider }: Run): readonly Run[] {
  const single = (message: DisplayMessage): Run =>
    divider !== undefined && message === messages.at(-1)
      ? { kind, messages: [message], divider }
      : { kind, messages: [message] }
  const each = kind === 'folded' ? 4 : 2
  if (messages.length <= 2 * each + 2) return messages.map(single)
  const [first, last] = [messages.slice(0, each), messages.slice(-each)]
  return [...first.map(single), { kind, messages: messages.slice(each, -each) }, ...last.map(single)]
}

function placeRuns(runs: readonly Run[]): readonly TranscriptLine[] {
  let top = 0
  return runs.map((run, at) => {
    const above = runs[at - 1]
    if (above?.divider) top += captionHeight
    else if (above && above.kind !== run.kind) top += gap
    const line = { ...run, top }
    top += lineHeight
    return line
  })
}

function placeViewItems(left: readonly TranscriptLine[], view: View): readonly ViewItem[] {
  const lineAt = new Map(left.flatMap(line => line.messages.map(({ depth }) => [depth, line] as const)))
  const found: ViewItem[] = []
  let ofLine: ViewMessage[] = []
  let top = 0
  for (const read of view) {
    const last = found.at(-1)
    if (read.kind === 'summary' || read.kind === 'digest') {
      top += last === undefined ? 0 : gap
      found.push({ type: 'text', text: read, top, height: textHeight(read) })
      top += textHeight(read) + gap
      continue
    }
    // Everything else in the view is one message.
    const line = lineAt.get(read.span.from)
    if (line === undefined) continue
    if (last?.type === 'line' && last.line === line) {
      ofLine.push(read)
      continue
    }
    if (last?.type === 'line' && last.line.kind !== line.kind) top += gap
    ofLine = [read]
    found.push({ type: 'line', line, read: ofLine, top, height: lineHeight })
    top += lineHeight
  }
  return found
}

/** Connects each run on the left with its place on the right; runs that share a text share its height. */
function buildBands(left: readonly TranscriptLine[], right: readonly ViewItem[]): readonly Band[] {
  const runs = groupByKind(left)
  const targets = runs.map(run => findTarget(run, right))
  return runs.flatMap((run, at) => {
    const target = targets[at]
    if (target === undefined || target.length === 0) return []
    const from = [run[0]!.top + 2, run.at(-1)!.top + lineHeight - 2] as const
    const sharing = targets.flatMap((other, index) => (other?.[0] === target[0] ? [index] : []))
    const [top, bottom] = [target[0]!.top + 2, target.at(-1)!.top + target.at(-1)!.height - 2]
    const part = (bottom - top) / sharing.length
    const place = sharing.indexOf(at)
    return [{ kind: run[0]!.kind, from, to: [top + part * place, top + part * (place + 1)] as const }]
  })
}

function groupByKind(lines: readonly TranscriptLine[]): readonly (readonly TranscriptLine[])[] {
  const found: TranscriptLine[][] = []
  for (const line of lines) {
    const last = found.at(-1)
    if (last?.[0]?.kind === line.kind) last.push(line)
    else found.push([line])
  }
  return found
}

function findTarget(run: readonly TranscriptLine[], right: readonly ViewItem[]): readonly ViewItem[] {
  const depths = run.flatMap(({ messages }) => messages.map(({ depth }) => depth))
  if (run[0]!.kind !== 'folded') return right.filter(side => side.type === 'line' && run.includes(side.line))
  return right.filter(side => side.type === 'text' && depths.some(depth => contains(side.text.span, depth))).slice(0, 1)
}
