import { messagesOf } from '../core/branch.ts'
import type { MessageEntry } from '../core/entry.ts'
import type { Json } from '../core/json.ts'
import { isShownUnder, protectedSpans } from '../core/layout.ts'
import type { Message } from '../core/message.ts'
import { viewChangedAt } from '../core/old-thinking.ts'
import { spanSearch } from '../core/span.ts'
import type { ViewMessage } from '../core/view.ts'
import type { Snapshot } from '../engine/snapshot.ts'
import { readEntryMeta } from '../engine/turn/entry-meta.ts'
import type { JsonObject } from '../wire/json-object.ts'
import { withoutItemIds } from '../wire/to-openai-responses.ts'
import { type Edit, encode } from './edit-bytes.ts'
import { countKnown } from './part-digest.ts'
import type { ClientRequest, Piece } from './read-request.ts'
import { scanObject, valueAt } from './scan-object.ts'
import { viewKey } from './view-key.ts'

/**
 * The conversation of a request as its view has it: what is not folded are slices of the client's own bytes, in their
 * order; summaries and trimmed outputs are ours. Null when nothing is folded or left out, and the body goes on as it came.
 */
export function spliceView(request: ClientRequest, trail: readonly string[], snapshot: Spliced): Edit | null {
  const { thoughtFrom } = snapshot
  if (isAsItCame(request, snapshot)) return null
  const changes = changesOf(request, trail, snapshot)
  const thoughtBefore = thoughtFrom === undefined ? 0 : Math.max(thoughtFrom, changes.thoughtBefore)
  const system = request.after?.system?.map(item => [encode(JSON.stringify(item))]) ?? []
  const written = [...system, ...itemsOf(request, { ...changes, thoughtBefore })]
  const joined = written.flatMap((item, at) => (at === 0 ? item : [comma, ...item]))
  return { slice: request.list, bytes: [openBracket, ...joined, closeBracket] }
}

/** The view of a request. H4.13 where its provider binds thinking, the part from which on none was refused. */
export type Spliced = Pick<Snapshot, 'branch' | 'layout' | 'view' | 'newest'> & {
  readonly thoughtFrom?: number
  /** H4.17 `none`: its provider has lost some of what it held, so that nothing is named. */
  readonly names?: 'none'
  /** Whether that includes what the request goes on from. */
  readonly isLost?: true
}

/** Whether nothing is folded; or, if its provider holds what came before, whether that is still what the view has. */
function isAsItCame({ after }: ClientRequest, now: Spliced): boolean {
  if (after === null) return now.layout.folds.length === 0 && now.thoughtFrom === undefined
  return now.isLost !== true && viewKey(now) === after.view
}

/** What a view does to the parts of a request. */
type Changes = {
  /** The first part that was said after the view last changed: what was thought before it may be bound to what it was. */
  readonly thoughtBefore: number
  readonly kept: ReadonlySet<number>
  /** Messages of ours, by the part that they stand before. */
  readonly inserted: ReadonlyMap<number, readonly Message[]>
  /** What is shown of the results of tools that were cut, by part. */
  readonly outputs: ReadonlyMap<number, Json>
}

function changesOf(
  { after }: ClientRequest,
  trail: readonly string[],
  { branch, layout, view, newest, names }: Spliced,
): Changes {
  const own = after === null ? 0 : 1
  const places = new Map(trail.map((id, at) => [id, at] as const).slice(own))
  const isShown = isShownUnder(layout.folds, spanSearch(protectedSpans(branch)))
  const shown = messagesOf(branch).flatMap((entry): readonly Shown[] => {
    const last = isShown(entry.depth) ? places.get(entry.id) : undefined
    return last === undefined ? [] : [{ entry, from: last + 1 - countKnown(entry.message), to: last + 1 }]
  })
  const kept = new Set(shown.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)))
  // What was not stored is nothing that was folded.
  const stored = shown.at(-1)?.to ?? own
  // H4.17 what the view shows before the first message of the request is nowhere in it.
  const heldUpTo = after === null ? 0 : (shown[0]?.entry.depth ?? Number.POSITIVE_INFINITY) - 1
  for (let at = stored; at < trail.length; at++) kept.add(at)
  const named = names === 'none' ? noDepths : heldDepths(newest)
  const byDepth = new Map(shown.map(one => [one.entry.depth, one]))
  const inserted = new Map<number, Message[]>()
  const insert = (at: number, message: Message) => {
    const messages = inserted.get(at)
    if (messages === undefined) inserted.set(at, [message])
    else messages.push(message)
  }
  const outputs = new Map<number, Json>()
  for (const read of view) {
    if (read.span.to <= heldUpTo) {
      const message = named.has(read.span.from) ? read.message : withoutItemIds(read.message)
      insert(own, message)
      continue
    }
    if (read.kind === 'verbatim') continue
    if (read.kind === 'trimmed') {
      const found = byDepth.get(read.span.from)
      if (found !== undefined) for (const [at, output] of trimmedOutputs(found, read)) outputs.set(at, output)
      continue
    }
    const from = read.kind === 'stand-in' ? read.span.from + 1 : read.span.from
    insert(shownFrom(shown, from)?.from ?? stored, read.message)
  }
  const changedAt = viewChangedAt(branch)
  const thoughtBefore = shown.find(({ entry }) => entry.depth > changedAt)?.from ?? trail.length
  return { thoughtBefore, kept, inserted, outputs }
}

/** The first that is shown from a depth on; they stand in its order. */
function shownFrom(shown: readonly Shown[], depth: number): Shown | undefined {
  let [low, high] = [0, shown.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (shown[middle]!.entry.depth < depth) low = middle + 1
    else high = middle
  }
  return shown[low]
}

const noDepths: ReadonlySet<number> = new Set()

/** The newest answers that their provider holds: it may have none of the others. */
const heldDepths = (newest: Spliced['newest']): ReadonlySet<number> =>
  new Set(newest.filter(({ about }) => readEntryMeta(about).response !== undefined).map(({ entry }) => entry.depth))

/** An entry that the view shows, and its parts in the request. */
type Shown = { readonly entry: MessageEntry; readonly from: number; readonly to: number }

/** What is shown of the outputs in a message that were cut. */
function trimmedOutputs({ entry, from }: Shown, { message }: ViewMessage): readonly (readonly [number, Json])[] {
  let at = from
  return message.parts.flatMap((part, index) => {
    if (countKnown({ role: message.role, parts: [part] }) === 0) return []
    const place = at++
    const isCut = part.type === 'tool-result' && part !== entry.message.parts[index]
    return isCut ? [[place, part.output] as const] : []
  })
}

type Written = readonly Uint8Array[]

function itemsOf(request: ClientRequest, changes: Changes): readonly Written[] {
  const { pieces, protocol } = request
  const keepers = keepersOf(pieces)
  const isKept = ({ index, role, from, to }: Piece): boolean => {
    // The system is always heard.
    if (role === 'system') return true
    for (let at = from; at < to; at++) if (changes.kept.has(at)) return true
    const keeper = keepers[index]!
    return from === to && changes.kept.has(keeper) && keeper >= changes.thoughtBefore
  }
  const isLeading = ({ index, role, from, to }: Piece): boolean =>
    role === 'assistant' && from === to && keepers[index] === from
  const written: Written[] = []
  let open: Piece[] = []
  const close = () => {
    if (open.length > 0) written.push(itemOf(request, open, changes))
    open = []
  }
  const inserted = new Set<number>()
  const insert = (at: number) => {
    const messages = changes.inserted.get(at)
    if (messages === undefined || inserted.has(at)) return
    inserted.add(at)
    close()
    for (const item of protocol.write(messages)) written.push([encode(JSON.stringify(item))])
  }
  for (const piece of pieces) {
    if (open.length > 0 && open[0]!.item !== piece.item) close()
    // Nothing comes between reasoning and what it led to.
    if (isLeading(piece)) insert(piece.from)
    for (let at = piece.from; at < piece.to; at++) insert(at)
    if (isKept(piece)) open.push(piece)
  }
  close()
  insert(request.parts.length)
  return written
}

/** For each piece the part that it stays with: what holds none, like reasoning, goes with what it led to. */
function keepersOf(pieces: readonly Piece[]): readonly number[] {
  let next: Piece | null = null
  const keepers: number[] = []
  for (const piece of pieces.toReversed()) {
    if (piece.to > piece.from) next = piece
    const isLed = next !== null && (next.role === piece.role || piece.from === 0)
    keepers.push(isLed ? next!.from : piece.from - 1)
  }
  return keepers.reverse()
}

/** Some pieces of an item: its own slice when that is all of them, or a content of those that stay. */
function itemOf(request: ClientRequest, chosen: readonly Piece[], changes: Changes): Written {
  const { bytes, items, pieces } = request
  const { index, item, block } = chosen[0]!
  const slice = items[item]!
  const whole = bytes.subarray(slice.from, slice.to)
  const isCut = chosen.some(piece => changes.outputs.has(piece.from))
  // The pieces of an item stand in a row.
  const next = index + chosen.length
  const isAll = pieces[index - 1]?.item !== item && chosen.at(-1)!.index === next - 1 && pieces[next]?.item !== item
  // All that is said may be one text, where it is the only item; now there are others.
  if (whole[0] === quote) return [encode('{"role":"user","content":'), whole, encode('}')]
  if (!isCut && isAll) return [whole]
  if (block === null) return [pieceOf(request, chosen[0]!, { changes, own: whole })]
  const content = scanObject(whole)!.find(({ key }) => key === 'content')!
  const blocks = chosen.map(piece => {
    const { from, to } = content.items![piece.block!]!
    return pieceOf(request, piece, { changes, own: whole.subarray(from, to) })
  })
  const joined = blocks.flatMap((one, at) => (at === 0 ? [one] : [comma, one]))
  return [whole.subarray(0, content.value.from), openBracket, ...joined, closeBracket, whole.subarray(content.value.to)]
}

/** A piece as the client wrote it, or with what is left of its output. */
function pieceOf(
  { protocol }: ClientRequest,
  { from }: Piece,
  { changes, own }: { readonly changes: Changes; readonly own: Uint8Array },
): Uint8Array {
  const output = changes.outputs.get(from)
  if (output === undefined) return own
  const written = protocol.withOutput(valueAt(own, { from: 0, to: own.length }) as JsonObject, output)
  return encode(JSON.stringify(written))
}

const quote = 0x22
const comma = encode(',')
const openBracket = encode('[')
const closeBracket = encode(']')
