import { parseArgs } from 'node:util'
import { defaultCorpus } from '../evals/corpus.ts'
import { table } from '../scripts/table.ts'
import { chooseScripts, readScripts } from './peers/choose-scripts.ts'
import { type Figures, figuresOf } from './peers/figures.ts'
import { type Conversation, haveConversation } from './peers/have-conversation.ts'
import { ensureLibrary } from './peers/installed.ts'
import type { Library } from './peers/library.ts'
import { startLibrary } from './peers/library-process.ts'
import { lineUp } from './peers/line-up.ts'
import { needsOf } from './peers/needs.ts'
import { historySizes, ownTimeRow } from './peers/own-time.ts'
import { startProvider } from './peers/provider.ts'
import { footing, head, missingRow, type Row, row } from './peers/rows.ts'

/** Recorded conversations, had again turn by turn through every library's own code against one provider. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: defaultCorpus },
      window: { type: 'string', default: '32000' },
      conversations: { type: 'string', default: '10' },
      only: { type: 'string' },
      details: { type: 'boolean', default: false },
      unhurried: { type: 'boolean', default: false },
      'own-time': { type: 'boolean', default: false },
    },
  })
  const window = Number(values.window)
  const chosen = librariesNamed(values.only)
  if (values['own-time']) return printOwnTime(chosen)
  const corpus = await readScripts(values.corpus)
  const scripts = chooseScripts(corpus, window, Number(values.conversations)).map(script => ({
    script,
    needs: needsOf(script, corpus.read),
  }))
  const provider = await startProvider()
  const rows: Row[] = []
  for (const library of chosen) {
    const reason = ensureLibrary(library)
    const started = await (reason === null ? startLibrary(library) : Promise.reject(new Error(reason))).catch(
      (error: Error) => error,
    )
    if (started instanceof Error) {
      rows.push({ type: 'missing', library, reason: started.message })
      continue
    }
    const conversations: Conversation[] = []
    for (const { script, needs } of scripts) {
      const had = await haveConversation(started, provider, {
        ...{ script, needs, read: corpus.read, library, window },
        pace: values.unhurried ? 'unhurried' : 'at-once',
      })
      conversations.push(had)
      console.error(
        `${library.name}: ${conversations.length} of ${scripts.length}${had.broken === null ? '' : ` (${had.broken})`}`,
      )
      if (values.details) printDetails(had, figuresOf([had], window))
    }
    started.stop()
    const { importMs, versions } = started
    rows.push({ type: 'measured', library, figures: figuresOf(conversations, window), importMs, versions })
  }
  await provider.close()
  console.log(`\nWindow ${window.toLocaleString('en')}: ${scripts.length} conversations\n`)
  console.log(
    table(
      head,
      rows.map(one => (one.type === 'missing' ? missingRow(one) : row(one))),
    ),
  )
  console.log(footing(rows))
}

/** What a library does itself before and after a call, however long the history is. */
async function printOwnTime(libraries: readonly Library[]): Promise<void> {
  const provider = await startProvider()
  const rows = []
  for (const library of libraries.filter(one => ensureLibrary(one) === null))
    rows.push(await ownTimeRow(library, provider))
  await provider.close()
  console.log(table(['own ms a call with … messages', ...historySizes.map(size => size.toLocaleString('en'))], rows))
}

/** By name, or by how names begin: `langchain*`. */
function librariesNamed(names: string | undefined): readonly Library[] {
  if (names === undefined) return lineUp
  const isNamed = ({ name }: Library, one: string): boolean =>
    one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one
  const unknown = names.split(',').filter(one => !lineUp.some(library => isNamed(library, one)))
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. Name some of: ${lineUp.map(({ name }) => name).join(', ')}.`)
  return lineUp.filter(library => names.split(',').some(one => isNamed(library, one)))
}

/** One line for each thing that went wrong, to find out whose it is. */
function printDetails(
  { calls, errors, refusals, summaries }: Conversation,
  { names, pairs, lines, cost }: Figures,
): void {
  const [shown, spent] = [[names, pairs, lines].map(share => Math.round(100 * share)), Math.round(cost / 1_000)]
  console.error(`  names, pairs, lines: ${shown.join(', ')}%; cost: ${spent}k`)
  for (const { step, sentence } of errors.slice(0, 5)) console.error(`  call ${step}: ${sentence}`)
  for (const { step, reason, sentence } of refusals.slice(0, 5))
    console.error(`  call ${step}: refused as ${reason} ${sentence ?? ''}`)
  const steps = (which: (call: Conversation['calls'][number]) => boolean) =>
    calls
      .filter(which)
      .map(({ step }) => step)
      .join(' ')
  console.error(`  newest missing: ${steps(call => !call.hasNewest)}`)
  console.error(`  results cut: ${steps(call => !call.hasResults)}`)
  console.error(`  typed below 95%: ${steps(call => call.typed < 0.95)}`)
  console.error(
    `  summaries: ${summaries.map(({ step, tokens, output, waited }) => `${step}:${tokens}>${output}${waited > 0 ? '!' : ''}`).join(' ')}`,
  )
  const breaks = calls.flatMap(({ step, tokens, cached }, at) =>
    at > 0 && cached < calls[at - 1]!.tokens ? [`${step}:${calls[at - 1]!.tokens}>${tokens}(${cached})`] : [],
  )
  console.error(`  cache breaks, as step:before>after(cached): ${breaks.join(' ')}`)
  for (const line of calls.at(-1)?.missingTyped ?? []) console.error(`  missing at the end: ${line.slice(0, 200)}`)
  console.error(`  tokens: ${calls.map(({ tokens }) => Math.round(tokens / 100) / 10).join(' ')}`)
}
