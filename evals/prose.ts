import { parseArgs } from 'node:util'
import { defaultProse, proseConversations } from './prose-corpus.ts'
import { examineProse, type ProseRow } from './prose-examine.ts'
import { printProse, proseLines } from './prose-report.ts'
import { shippedName } from './quality-shipped.ts'

/** What is left of long conversations without code: of questions about them, how many can still be answered? */
export async function run(args: readonly string[]): Promise<void> {
  const { corpus, budgets, sample, half, json, misses } = flags(args)
  const rows: ProseRow[] = []
  for await (const conversation of proseConversations(corpus, sample))
    if (half === null || conversation.half === half) rows.push(...(await examineProse(conversation, budgets)))
  console.log(json ? JSON.stringify(proseLines(rows), null, 2) : printProse(rows))
  if (misses) console.log(`\n### Questions that the view no longer answers\n\n${missesOf(rows).join('\n')}`)
}

const usage = 'npm run eval -- prose [--corpus DIR] [--budgets 10,25,50] [--sample N] [--half 1|2] [--misses] [--json]'

function flags(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string', default: defaultProse },
      budgets: { type: 'string', default: '10,25,50' },
      sample: { type: 'string' },
      half: { type: 'string' },
      misses: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const budgets = values.budgets.split(',').map(Number)
  const sample = values.sample === undefined ? null : Number(values.sample)
  if (budgets.some(budget => !(budget > 0 && budget <= 100))) throw new Error(`Budgets are percentages. ${usage}`)
  if (sample !== null && !(sample >= 1)) throw new Error(`A sample is a number of conversations. ${usage}`)
  if (![undefined, '1', '2'].includes(values.half)) throw new Error(`There are halves 1 and 2. ${usage}`)
  const half = values.half === undefined ? null : Number(values.half)
  return { ...values, budgets, sample, half }
}

const missesOf = (rows: readonly ProseRow[]): readonly string[] =>
  rows
    .filter(({ method, evidence }) => method === shippedName && evidence === 0)
    .map(({ percent, conversation, question }) => `- ${percent}%, ${conversation}: ${question}`)
