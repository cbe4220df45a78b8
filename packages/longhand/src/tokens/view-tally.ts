import type { FilePart } from '../core/message.ts'
import type { View, ViewMessage } from '../core/view.ts'
import { countedMedia, filesOf } from './count-message.ts'
import type { ImageRule } from './families.ts'
import { mediaTokens } from './media.ts'

/** What the meter reads of a view, by the places of its messages: it measures one before every call, and little of it is new. */
export type ViewTally = {
  /** Where each message stands on the branch, and its count without attachments. */
  readonly depths: number[]
  readonly words: number[]
  /** The attachments of the messages that have some. */
  readonly files: Map<number, readonly FilePart[]>
  /** The places of summaries and digests. */
  readonly texts: number[]
}

type Tallied = ViewTally & { readonly view: ViewMessage[] }

/** The tally of a view. It holds until the next view is tallied: one that begins with the same messages goes on with it. */
export function tallyOf(view: View): ViewTally {
  const [first] = view
  if (first === undefined) return nothing()
  const tally = tallies.get(first) ?? nothing()
  tallies.set(first, tally)
  let at = 0
  while (at < tally.view.length && tally.view[at] === view[at]) at++
  forget(tally, at)
  for (; at < view.length; at++) add(tally, at, view[at]!)
  return tally
}

/** By the first message of a view, which stays the same object as long as the view only grows. */
const tallies = new WeakMap<ViewMessage, Tallied>()

const nothing = (): Tallied => ({ view: [], depths: [], words: [], files: new Map(), texts: [] })

function forget({ view, depths, words, files, texts }: Tallied, from: number): void {
  for (let at = from; at < view.length && files.size > 0; at++) files.delete(at)
  while (texts.length > 0 && texts.at(-1)! >= from) texts.pop()
  view.length = depths.length = words.length = from
}

function add({ view, depths, words, files, texts }: Tallied, at: number, one: ViewMessage): void {
  const own = filesOf(one.message)
  if (own.length > 0) files.set(at, own)
  if (one.kind === 'summary' || one.kind === 'digest') texts.push(at)
  view.push(one)
  depths.push(one.span.from)
  words.push(one.count - (own.length === 0 ? 0 : countedMedia(one.message)))
}

/** Tokens of the attachments at a place, as a provider charges for them. */
export const mediaAt = ({ files }: ViewTally, at: number, rule: ImageRule): number =>
  files.size === 0 ? 0 : (files.get(at) ?? []).reduce((tokens, file) => tokens + mediaTokens(file, rule), 0)
