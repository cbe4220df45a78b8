import type { MessageEntry } from '../core/entry.ts'
import type { FoldJob, FoldTools } from '../engine/compaction/fold-job.ts'
import { messageText } from '../facts/reading/message-text.ts'

/** A job to write a summary of these entries, with nothing special about it but what a test asks for. */
export const foldJob = (span: readonly MessageEntry[], more: Partial<FoldJob> = {}): FoldJob => ({
  blank: { type: 'summary', span: { from: span[0]!.depth, to: span.at(-1)!.depth }, kept: [] },
  span,
  alsoShown: [],
  previous: null,
  personLines: [],
  kept: null,
  source: 'originals',
  reading: 'thorough',
  instructions: null,
  warmView: null,
  budget: { prose: 400, ledger: 600, minLedger: 0, maxLedger: 600 },
  length: 'enough-facts',
  minRetention: 0.9,
  tag: 'summary',
  onFailure: 'reject',
  ...more,
})

/** What writing it takes: a summariser, and for the rest no time and no chance. */
export const foldTools = (summariser: FoldTools['summariser'], more: Partial<FoldTools> = {}): FoldTools => ({
  summariser,
  missing: null,
  meter: { countText: quarter, count: message => quarter(messageText(message)) },
  clock: { sleep: async () => {} },
  newFence: () => 'k7q2',
  random: () => 0,
  signal: new AbortController().signal,
  deadline: new AbortController().signal,
  ...more,
})

/** Four letters a token. */
const quarter = (text: string): number => Math.ceil(text.length / 4)
