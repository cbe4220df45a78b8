import { parseArgs } from 'node:util'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { askedLinks, type ChainRow } from './chain-rows.ts'
import type { ChainWork } from './chain-worker.ts'
import { defaultCorpus } from './corpus.ts'
import { inWorkers } from './in-workers.ts'
import { joinRecordings } from './join-recordings.ts'
import type { Column } from './metric/score.ts'
import { markdown, mean, percent } from './quality-table.ts'

/** What is left after many compactions in a row: the path of a conversation that goes on for ever. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: defaultCorpus },
      windows: { type: 'string', default: '32000,64000,128000' },
      json: { type: 'boolean', default: false },
    },
  })
  const windows = values.windows.split(',').map(Number)
  if (windows.some(window => !(window >= 4_000)))
    throw new Error('Windows are tokens, from 4000 on: --windows 32000,64000')
  const { conversations, ignored } = await joinRecordings(values.corpus, windows)
  const work = { corpus: values.corpus, ids: Object.keys(conversations), conversations, ignored }
  const rows = await inWorkers<ChainWork, ChainRow>(new URL('./chain-worker.ts', import.meta.url), work)
  console.log(values.json ? JSON.stringify(rows, null, 2) : windows.map(window => report(rows, window)).join('\n\n'))
}

function report(all: readonly ChainRow[], window: number): string {
  const rows = all.filter(row => row.window === window)
  return [
    `### A window of ${window.toLocaleString('en')} tokens`,
    ...(['linked', 'fwd any', 'salient'] as const).map(column => scoreTable(rows, column)),
    receiptTable(rows),
  ].join('\n\n')
}

/** One column of the metric after each asked compaction; in brackets, the first one of the same conversations. */
function scoreTable(rows: readonly ChainRow[], column: Column): string {
  const asked = (link: number) => rows.filter(row => row.link === link && Object.keys(row.scores).length > 0)
  const names = Object.keys(asked(1)[0]?.scores ?? {})
  const cell = (name: string, link: number): string => {
    const reached = asked(link)
    const share = mean(reached.map(({ scores }) => scores[name]![column]))
    if (link === 1) return percent(share)
    const these = new Set(reached.map(({ conversation }) => conversation))
    const first = mean(
      asked(1)
        .filter(({ conversation }) => these.has(conversation))
        .map(({ scores }) => scores[name]![column]),
    )
    return `${percent(share)} (${percent(first)})`
  }
  return markdown([
    [column, ...askedLinks.map(link => `${link}. (${asked(link).length})`)],
    ...names.map(name => [name, ...askedLinks.map(link => cell(name, link))]),
  ])
}

function receiptTable(rows: readonly ChainRow[]): string {
  const at = (link: number) => rows.filter(row => row.link === link)
  const below = rows.filter(({ retention }) => retention < classic.minRetention)
  const line = (title: string, of: (rows: readonly ChainRow[]) => string) => [
    title,
    ...askedLinks.map(link => of(at(link))),
    of(rows),
  ]
  const shares = (of: readonly ChainRow[]) => of.map(({ retention }) => retention)
  return markdown([
    ['receipts', ...askedLinks.map(link => `${link}. (${at(link).length})`), `all (${rows.length})`],
    line('retention of all facts so far, mean', of => `${percent(mean(shares(of)))}%`),
    line('lowest', of => (of.length === 0 ? '–' : `${percent(Math.min(...shares(of)))}%`)),
    line('below the minimum', of => String(of.filter(row => below.includes(row)).length)),
    line('of these, the text does not say so', of =>
      String(of.filter(row => below.includes(row) && !row.isMarked).length),
    ),
    line('window after it, mean', of => `${percent(mean(of.map(({ size }) => size)))}%`),
  ])
}
