import { parentPort, workerData } from 'node:worker_threads'
import { recordings } from './corpus.ts'
import { weightsFor } from './learning/weights-for.ts'
import { examine } from './quality-examine.ts'
import type { Row } from './quality-judge.ts'
import { methodsNamed } from './quality-method.ts'
import { type PrefixRow, prefixRows } from './quality-prefix.ts'
import { type ReceiptRow, receiptRows } from './quality-receipt.ts'
import { isShipped, shippedRows } from './quality-shipped.ts'

/** What a worker examines: its share of the recordings of a directory. */
export type Assignment = {
  readonly corpus: string
  readonly ids: readonly string[]
  readonly budgets: readonly number[]
  readonly ignored: ReadonlySet<string>
  /** Letters of the names of the methods that are wanted; empty for all, with the tables beside theirs. */
  readonly only: string
}

/** What a worker found. */
export type Findings = {
  readonly rows: readonly Row[]
  readonly prefixes: readonly PrefixRow[]
  readonly receipts: readonly ReceiptRow[]
}

if (parentPort !== null) {
  const { corpus, ids, budgets, ignored, only } = workerData as Assignment
  const mine = new Set(ids)
  for await (const recording of recordings(corpus)) {
    if (!mine.has(recording.id)) continue
    const weights = weightsFor(recording)
    const methods = methodsNamed(only, weights)
    const findings: Findings = {
      rows: [
        ...(only === '' || isShipped(only) ? await shippedRows(recording, { budgets, ignored, weights }) : []),
        ...examine(recording, { budgets, ignored, methods, weights }),
      ],
      prefixes: only === '' ? prefixRows(recording) : [],
      receipts: only === '' ? await receiptRows(recording, ignored) : [],
    }
    parentPort.postMessage(findings)
  }
}
