import type { Json } from '../../core/json.ts'

/** How one client writes its requests: the form is the client's, the words are ours. */
export type ClientShape = {
  readonly protocol: 'anthropic' | 'openai-chat' | 'openai-responses'
  /** The headers by which it says who it is and where. */
  readonly headers: Readonly<Record<string, string>>
  /** The body that it sends after some steps of its work. */
  readonly body: (steps: readonly ClientStep[]) => Json
}

/** A step of an agent: it thinks, says something, calls a tool and hears what came of it. */
export type ClientStep = {
  readonly number: number
  readonly thought: string
  readonly says: string
  readonly call: string
  readonly command: string
  readonly output: string
}

/** What the person asked for; each client puts its own words before it. */
export const task: string = 'Number all limits in src. Never touch the folder vendor.'

/** The first steps of a piece of work, with outputs of some lines each. */
export const clientSteps = (many: number): readonly ClientStep[] =>
  Array.from({ length: many }, (_, number) => ({
    number,
    thought: `File ${number} comes next.`,
    says: `Step ${number}.`,
    call: `call_a${number}`,
    command: `cat src/limits-${number}.ts`,
    output: Array.from({ length: 6 }, (_, line) => `export const limit${number}_${line} = ${number}${line}00`).join(
      '\n',
    ),
  }))
