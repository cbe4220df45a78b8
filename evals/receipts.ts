import { parseArgs } from 'node:util'
import { defaultCorpus, recordings } from './corpus.ts'
import { boilerplate, type NamesByRepository, noteNames } from './metric/boilerplate.ts'
import { type ReceiptRow, receiptRows, receiptTable } from './quality-receipt.ts'

/** What receipts say of real conversations, beside what the metric finds: the last part of `quality`, by itself. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { corpus: { type: 'string', default: defaultCorpus }, json: { type: 'boolean', default: false } },
  })
  const names: NamesByRepository = new Map()
  for await (const recording of recordings(values.corpus)) noteNames(names, recording)
  const ignored = boilerplate(names)
  const rows: ReceiptRow[] = []
  for await (const recording of recordings(values.corpus)) rows.push(...(await receiptRows(recording, ignored)))
  console.log(values.json ? JSON.stringify(rows, null, 2) : receiptTable(rows))
}
