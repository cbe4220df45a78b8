import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Weights } from '../packages/longhand/src/facts/choosing/worth.ts'
import { defaultCorpus, recordings } from './corpus.ts'
import { type Half, halfOf, halves, otherHalf } from './learning/half.ts'
import { learn, type Samples, samplesOf } from './learning/learn.ts'
import { lessonOf } from './learning/lessons.ts'
import { cutsOf } from './metric/cut.ts'

/**
 * Learns from recorded conversations what is written again, and writes it down: the weights that ship, learnt from all,
 * and those that each half is measured with, learnt from the other.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { corpus: { type: 'string', default: defaultCorpus } } })
  const lessons: { readonly half: Half; readonly samples: Samples }[] = []
  for await (const recording of recordings(values.corpus)) {
    for (const cut of cutsOf(recording)) lessons.push({ half: halfOf(recording), samples: samplesOf(lessonOf(cut)) })
  }
  const from = (wanted: readonly Half[]): Weights =>
    learn(lessons.filter(({ half }) => wanted.includes(half)).map(({ samples }) => samples))
  write('packages/longhand/src/facts/choosing/weights.ts', shipped(from(halves)))
  write('evals/learning/unseen-weights.ts', unseen(halves.map(half => [half, from([otherHalf(half)])])))
}

const command = 'npm run eval -- weights'

const shipped = (weights: Weights): string =>
  `import type { Weights } from './worth.ts'

/** What recorded conversations taught about what is written again. Made by \`${command}\`. */
export const learntWeights: Weights = ${literal(weights)}
`

const unseen = (byHalf: readonly (readonly [Half, Weights])[]): string =>
  `import type { Weights } from '../../packages/longhand/src/facts/choosing/worth.ts'
import type { Half } from './half.ts'

/** For each half of the corpus the weights that only the other half taught. Made by \`${command}\`. */
export const unseenWeights: Readonly<Record<Half, Weights>> = ${literal(Object.fromEntries(byHalf))}
`

/** An object as this project writes it. */
const literal = (value: object): string =>
  JSON.stringify(value, null, 2)
    .replaceAll('"', '')
    .replace(/([\w}])$/gm, '$1,')
    .replace(/,$/, '')

function write(path: string, text: string): void {
  writeFileSync(resolve(import.meta.dirname, '..', path), text)
  console.error(`Wrote ${relative('.', path)}.`)
}
