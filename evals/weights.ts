import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Weights } from '../packages/longhand/src/facts/choosing/worth.ts'
import { defaultCorpus, recordings } from './corpus.ts'
import { learn, type Samples, samplesOf } from './learning/learn.ts'
import { lessonOf } from './learning/lessons.ts'
import { repositoryOf } from './metric/boilerplate.ts'
import { cutsOf } from './metric/cut.ts'

/**
 * Learns from recorded conversations what is written again, and writes it down: the weights that ship, learnt from all,
 * and those that each repository is measured with, learnt from the others.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { corpus: { type: 'string', default: defaultCorpus } } })
  const lessons: { readonly repository: string; readonly samples: Samples }[] = []
  for await (const recording of recordings(values.corpus)) {
    const repository = repositoryOf(recording.source)
    for (const cut of cutsOf(recording)) lessons.push({ repository, samples: samplesOf(lessonOf(cut)) })
  }
  const without = (left: string | null): Weights =>
    learn(lessons.filter(({ repository }) => repository !== left).map(({ samples }) => samples))
  const repositories = [...new Set(lessons.map(({ repository }) => repository))].toSorted()
  write('packages/longhand/src/facts/choosing/weights.ts', shipped(without(null)))
  write('evals/learning/unseen-weights.json', unseen(repositories.map(name => [name, without(name)])))
}

const command = 'npm run eval -- weights'

const shipped = (weights: Weights): string =>
  `import type { Weights } from './worth.ts'

/** What recorded conversations show about what is written again. Made by \`${command}\`. */
export const learntWeights: Weights = ${literal(weights)}
`

/** For each repository of the corpus the weights that only the others taught. */
const unseen = (byRepository: readonly (readonly [string, Weights])[]): string =>
  `${JSON.stringify(Object.fromEntries(byRepository), null, 2)}\n`

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
