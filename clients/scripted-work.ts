import { type Answer, answer, type FakeRequest } from 'longhand/internal/testing'
import type { Agent } from './agent.ts'

/** A model that lets an agent read a long report, part by part, until it has read all of it. */
export type ScriptedWork = {
  readonly answerTo: (request: FakeRequest) => Answer
  readonly steps: () => number
}

/** What the first part says and nobody repeats: whoever goes on must still know it at the end. */
export const earlyFact = { name: 'config/heron.env', value: '54329' }

export const task: string = 'Read all parts of the report, one after the other, and then say that you are done.'

/** The words that only one step shows, so that one can look for them afterwards. */
export const wordsOf = (step: number): string => `part ${step} line 1 of the report`

export function createScriptedWork({ shell, shellInput }: Agent, steps: number): ScriptedWork {
  let taken = 0
  return {
    steps: () => taken,
    answerTo(request) {
      // Who has no tools wants a title, or a summary. What is summarised may hold none of the report: agents send outputs that
      // were empty, and longer ones are cut.
      if (!request.tools.includes(shell)) return answer(/part \d/.test(request.text) ? summaryOf(request) : 'A report')
      if (taken === steps) return answer('All parts are read. I am done.')
      const step = taken++
      return answer(
        [
          { type: 'text', text: `I read part ${step} now.` },
          { type: 'call', id: `call_part${step}`, name: shell, input: shellInput(commandOf(step)) },
        ],
        'calls',
      )
    },
  }
}

function commandOf(step: number): string {
  const lines = `seq -f 'part ${step} line %g of the report' 1 150`
  return step > 0 ? lines : `echo 'The database listens on port ${earlyFact.value}, see ${earlyFact.name}.'; ${lines}`
}

/** What was read, as a careful summariser would put it. */
function summaryOf({ text }: FakeRequest): string {
  const read = [...text.matchAll(/part (\d+)/g)].map(([, part]) => Number(part))
  const [from, to] = [Math.min(...read), Math.max(...read)]
  return `## Goal
All parts of the report are to be read, one after the other, and then the person is to be told.

## State
Part ${from} to part ${to} of the report were read, line 1 to line 150 of each of the ${to - from + 1} parts.

## Next steps
Read part ${to + 1} of the report now.`
}
