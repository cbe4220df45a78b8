import { parentPort, workerData } from 'node:worker_threads'
import { recordings } from './corpus.ts'
import { type ChainRow, chainRows } from './quality-chain.ts'
import { examine, type Row } from './quality-examine.ts'
import { type PrefixRow, prefixRows } from './quality-prefix.ts'
import { type ReceiptRow, receiptRows } from './quality-receipt.ts'

/** What a worker examines: its share of the recordings of a directory. */
export type Assignment = {
  readonly corpus: string
  readonly ids: readonly string[]
  readonly budgets: readonly number[]
  readonly ignored: ReadonlySet<string>
}

/** What a worker found. */
export type Findings = {
  readonly rows: readonly Row[]
  readonly chains: readonly ChainRow[]
  readonly prefixes: readonly PrefixRow[]
  readonly receipts: readonly ReceiptRow[]
}

if (parentPort !== null) {
  const { corpus, ids, budgets, ignored } = workerData as Assignment
  const mine = new Set(ids)
  for await (const recording of recordings(corpus)) {
    if (!mine.has(recording.id)) continue
    const findings: Findings = {
      rows: examine(recording, budgets, ignored),
      chains: chainRows(recording, ignored),
      prefixes: prefixRows(recording),
      receipts: await receiptRows(recording, ignored),
    }
    parentPort.postMessage(findings)
  }
}
