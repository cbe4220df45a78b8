import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compactAtThreshold, tokensOf } from '../evals/at-threshold.ts'
import type { Message } from '../packages/longhand/src/core/message.ts'
import { extract } from '../packages/longhand/src/facts/extract.ts'
import { facts } from '../packages/longhand/src/facts/facts.ts'
import { countTokens } from '../packages/longhand/src/tokens/count.ts'
import { table } from '../scripts/table.ts'
import { againHeadings, extractedAgain } from './extract-again.ts'
import { unreadConversation } from './extract-sample.ts'

/** What a compaction without a model costs: a whole one of up to a million tokens, the facts alone, and bad input. */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.includes('--quick') ? [100_000] : [100_000, 300_000, 1_000_000]
  await compactedIn(50_000) // warms up
  const whole = []
  for (const size of sizes) whole.push([size, ...(await compactedIn(size))])
  console.log('\nA conversation counted, planned, extracted and summarised offline\n')
  console.log(table(['tokens', 'processor s', 'memory kept MB', 'retention %'], whole))
  console.log('\nAn extract of which nothing was read before, and one of which all but the newest tenth was\n')
  console.log(table(againHeadings, await extractedAgain(args)))
  console.log('\nFacts\n')
  console.log(table(['MB', 'MB/s'], (args.includes('--quick') ? [1] : [1, 4, 16]).map(factsIn)))
  console.log('\nBad input: processor seconds for an extract\n')
  const bad = Object.entries(badInput).map(([name, text]) => [name, ...[1, 4].map(size => extractedIn(text, size))])
  console.log(table(['input', '1 MB', '4 MB'], bad))
}

/** Seconds, megabytes that are still held afterwards, and the share of the facts that survived. */
async function compactedIn(tokens: number): Promise<readonly number[]> {
  const messages = unreadConversation(tokens).map(({ message }) => message)
  const used = tokensOf(messages)
  const before = heldMegabytes()
  const started = process.threadCpuUsage()
  // The window is made to fit the messages; the compaction counts them for itself.
  const { compacted } = await compactAtThreshold(messages, used)
  const seconds = secondsSince(started)
  return [seconds, round(Math.max(0, heldMegabytes() - before)), round((compacted?.retention ?? 0) * 100)]
}

function factsIn(megabytes: number): readonly number[] {
  const messages = unreadConversation(megabytes * tokensPerMegabyte)
  const started = process.threadCpuUsage()
  facts(messages)
  return [megabytes, round(megabytes / secondsSince(started))]
}

/** Of the sample: about three letters a token. */
const tokensPerMegabyte = 330_000

/** A little of each; it is repeated until it is long enough. */
const badInput = {
  'one endless line': 'aB_',
  'only line breaks': '\n',
  'names side by side': `${'fooBar bazQux '.repeat(20)}\n`,
  fences: '```\n',
  'marks of our own': '¶1 person: ',
  'no spaces': '数据',
} as const

function extractedIn(text: string, megabytes: number): number {
  const said = text.repeat(Math.ceil((megabytes * 1e6) / text.length))
  const message: Message = { role: 'user', parts: [{ type: 'text', text: said }] }
  const messages = [{ number: 1, message }]
  const started = process.threadCpuUsage()
  extract({
    messages,
    staying: new Set(),
    prose: null,
    budget: 2_000,
    targetRetention: 0.97,
    minRetention: 0.9,
    count: countTokens,
  })
  return secondsSince(started)
}

/** Time of this thread on the processor: what other programs do meanwhile does not count. */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return round((user + system) / 1e6)
}

const round = (value: number): number => Math.round(value * 100) / 100

/** What is left in memory after the garbage is collected. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1e6
}
