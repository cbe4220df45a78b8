import { createHash } from 'node:crypto'
import { type Recording, recordings } from '../../evals/corpus.ts'
import { boilerplate, type NamesByRepository, noteNames } from '../../evals/metric/boilerplate.ts'
import { type Reader, reader } from '../../evals/metric/reader.ts'
import { messagesOf, type Script, scriptOf, scriptTokens } from './script.ts'

export type Corpus = { readonly scripts: readonly MeasuredScript[]; readonly read: Reader }

type MeasuredScript = { readonly script: Script; readonly tokens: number; readonly largestStep: number }

/** Every recording as a script, and a reader that knows which names any model knows. */
export async function readScripts(directory: string): Promise<Corpus> {
  const names: NamesByRepository = new Map()
  const scripts: MeasuredScript[] = []
  for await (const recording of recordings(directory)) {
    noteNames(names, recording)
    if (recording.stitchedFrom === undefined) scripts.push(measured(recording))
  }
  if (scripts.length === 0)
    throw new Error(`There are no recordings (*.json.gz) in ${directory}. Name another folder: --corpus DIR`)
  return { scripts, read: reader(boilerplate(names)) }
}

function measured(recording: Recording): MeasuredScript {
  const script = scriptOf(recording)
  const steps = script.turns.flatMap(({ text, steps }) => [
    scriptTokens({ role: 'user', content: text }),
    ...steps.map(step =>
      messagesOf({ id: '', turns: [{ text: '', typed: '', steps: [step] }] }).reduce(
        (sum, one) => sum + scriptTokens(one),
        0,
      ),
    ),
  ])
  return { script, tokens: steps.reduce((sum, tokens) => sum + tokens, 0), largestStep: Math.max(...steps) }
}

/**
 * Conversations that outgrow a window without a single step that would: 1.2 to 8 times the window, no step larger than a
 * half of it. Which of them come first has nothing to do with what they hold.
 */
export const chooseScripts = ({ scripts }: Corpus, window: number, count: number): readonly Script[] =>
  scripts
    .filter(({ tokens, largestStep }) => tokens > 1.2 * window && tokens < 8 * window && largestStep < window / 2)
    .map(({ script }) => script)
    .toSorted((a, b) => (digest(a) < digest(b) ? -1 : 1))
    .slice(0, count)

const digest = ({ id }: Script): string => createHash('sha256').update(id).digest('hex')
