import type { RecordedMessage } from '../../evals/corpus.ts'
import { reader } from '../../evals/metric/reader.ts'
import type { Cell } from '../../scripts/table.ts'
import type { Library } from './library.ts'
import { startLibrary } from './library-process.ts'
import { needsOf } from './needs.ts'
import type { Provider } from './provider.ts'
import { createReplay } from './replay.ts'
import { scriptOf } from './script.ts'

/** How many messages lie behind a turn whose processor time is measured. */
export const historySizes = [100, 1_000, 10_000] as const

/** In this window everything fits, so that only what is done before every call is measured. */
const window = 1_000_000

/** So many are had, and the first few are not counted: code that runs for the first time is slow, whoever wrote it. */
const turns = 24
const warmUp = 4

/**
 * A library's own processor time for one call with ever more messages behind it, in milliseconds, as a mean; the first one
 * may read them all. The agent's loop is part of it, and writes all messages into a request: the AI SDK alone is the measure.
 */
export async function ownTimeRow(library: Library, provider: Provider): Promise<readonly Cell[]> {
  const cells: Cell[] = []
  for (const size of historySizes)
    cells.push(await ownTime(library, provider, size).catch((error: Error) => error.message.slice(0, 60)))
  return [library.label, ...cells]
}

async function ownTime(library: Library, provider: Provider, size: number): Promise<Cell> {
  const read = reader(new Set())
  const script = scriptOf({ id: 'own-time', messages: Array.from({ length: turns }, question).flat() })
  provider.serve(createReplay({ script, needs: needsOf(script, read), read, library, window }))
  const process = await startLibrary(library)
  try {
    const session = { url: provider.url, window, system: 'You are careful.', tools: ['Read'] }
    await process.tell({ type: 'open', session, results: [] })
    const filled = await process.tell({ type: 'fill', messages: history(size) })
    if (filled.error !== null) return '–'
    const spent: number[] = []
    for (const { text } of script.turns) spent.push((await process.tell({ type: 'say', text })).cpuMs)
    const later = spent.slice(warmUp)
    const mean = later.reduce((sum, ms) => sum + ms, 0) / later.length
    return `${mean.toFixed(1)} (first ${Math.round(spent[0]!)})`
  } finally {
    process.stop()
  }
}

const question = (_: unknown, at: number): readonly RecordedMessage[] => [
  { role: 'user', content: `Question ${at} about the files.` },
  { role: 'assistant', content: `Answer ${at}.` },
]

/** Exchanges of four: a question, a call, its result, an answer. */
const history = (size: number): readonly RecordedMessage[] =>
  Array.from({ length: size / 4 }, (_, at): readonly RecordedMessage[] => {
    const text = `Part ${at} of the plan moves loadTable${at} into src/part${at}.ts and keeps its order. `.repeat(3)
    return [
      { role: 'user', content: `Look at src/part${at}.ts. ${text}` },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: `old_${at}`, name: 'Read', args: { path: `src/part${at}.ts` } }],
      },
      { role: 'tool', content: text, toolCallId: `old_${at}` },
      { role: 'assistant', content: `It is fine. ${text}` },
    ]
  }).flat()
