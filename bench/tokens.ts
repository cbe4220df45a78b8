import { countTokens as gptTokenizer } from 'gpt-tokenizer/encoding/o200k_base'
import { countTokens } from 'longhand/tokens'
import { get_encoding } from 'tiktoken'
import { table } from '../scripts/table.ts'
import { type Sample, samples } from './tokens-texts.ts'

/** The counter beside tiktoken and gpt-tokenizer, on ordinary and on hostile texts, in one run. */
export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick')
  const rounds = quick ? 2 : 8
  const start = processorMs()
  countTokens('loads the table')
  const loading = processorMs() - start

  console.log(`\nThe counter beside other tokenizers: o200k, processor time, ${rounds} texts of each kind\n`)
  const head = ['text', 'bytes', 'ours MB/s', 'tiktoken MB/s', 'gpt-tokenizer MB/s', '× tiktoken', '× gpt-tokenizer']
  console.log(
    table(
      head,
      samples.map(sample => compared(sample, rounds)),
    ),
  )
  console.log(
    '\nThe others take quadratic time on the hostile texts, so those are small and were counted by them once.',
  )
  console.log('\nOurs alone, on a megabyte of each:\n')
  console.log(table(['text', 'ms'], samples.map(alone)))
  console.log(`\nLoading the table took ${loading.toFixed(0)} ms.`)
}

const tiktoken = get_encoding('o200k_base')
const size = { ordinary: 200_000, hostile: 20_000, large: 1_000_000 }

function compared(sample: Sample, rounds: number): readonly (string | number)[] {
  const texts = textsOf(sample, sample.hostile ? size.hostile : size.ordinary, rounds)
  const few = sample.hostile ? texts.slice(-1) : texts
  const ours = speed(countTokens, texts, sample.hostile ? 10 : 1)
  const theirs = speed(text => tiktoken.encode_ordinary(text).length, few, 1)
  const port = speed(text => gptTokenizer(text, { disallowedSpecial: new Set() }), few, 1)
  const differing = few.find(text => countTokens(text) !== tiktoken.encode_ordinary(text).length)
  if (differing !== undefined) throw new Error(`${sample.name}: tiktoken counts another number.`)
  const ratio = (other: number) => Number((ours / other).toPrecision(2))
  const bytes = Buffer.byteLength(texts[0]!)
  return [
    sample.name,
    bytes,
    ...[ours, theirs, port].map(one => Number(one.toPrecision(3))),
    ratio(theirs),
    ratio(port),
  ]
}

function alone(sample: Sample): readonly (string | number)[] {
  const texts = textsOf(sample, size.large, 3)
  return [sample.name, Math.round(Buffer.byteLength(texts[0]!) / 1_000 / speed(countTokens, texts, 1))]
}

/** Texts of so many bytes, each one new, so that no tokenizer has seen it before. */
function textsOf(sample: Sample, bytes: number, many: number): readonly string[] {
  const length = Math.round((bytes * 1_000) / Buffer.byteLength(sample.make(1_000, 1)))
  return Array.from({ length: many }, (_, seed) => sample.make(length, seed + 1))
}

/** Megabytes a second over all texts; several times over where one time is too short for the clock. */
function speed(count: (text: string) => number, texts: readonly string[], times: number): number {
  count(texts[0]!.slice(0, 2_000))
  const start = processorMs()
  for (let time = 0; time < times; time++) for (const text of texts) count(text)
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return (times * bytes) / 1_000 / (processorMs() - start)
}

/** Time of this thread on the processor: what other programs do meanwhile does not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
