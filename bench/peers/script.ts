import type { RecordedMessage, Recording } from '../../evals/corpus.ts'
import { personWords } from '../../evals/metric/person-words.ts'
import type { Json } from '../../packages/longhand/src/core/json.ts'
import { tokensIn } from './count.ts'

/** A recorded conversation as turns that any agent can have again. */
export type Script = { readonly id: string; readonly turns: readonly ScriptTurn[] }

export type ScriptTurn = {
  /** What is sent as the person's message. */
  readonly text: string
  /** What of it a person typed; the rest was put there by programs. */
  readonly typed: string
  /** The last step has no calls: there the loop of an agent ends. */
  readonly steps: readonly ScriptStep[]
}

export type ScriptStep = {
  readonly text: string
  readonly calls: readonly ScriptCall[]
  readonly results: readonly ScriptResult[]
}

export type ScriptCall = { readonly id: string; readonly name: string; readonly args: Json }
export type ScriptResult = { readonly id: string; readonly text: string }

type OpenStep = { text: string; calls: ScriptCall[]; results: { id: string; text: string }[] }
/** A recording may use an id twice; here every call has its own. */
type CallIds = { readonly own: Map<string, string>; made: number }

type OpenTurn = { text: string; typed: string; steps: OpenStep[] }

export function scriptOf({ id, messages }: Pick<Recording, 'id' | 'messages'>): Script {
  const turns: OpenTurn[] = []
  const ids: CallIds = { own: new Map(), made: 0 }
  for (const message of messages) {
    if (message.role === 'system' || message.meta?.kind === 'compactSummary') continue
    if (message.role === 'user') addPerson(turns, message)
    const turn = turns.at(-1)
    if (turn === undefined) continue
    if (message.role === 'assistant') addAnswer(turn, message, ids)
    if (message.role === 'tool') addResult(turn, message, ids)
  }
  return { id, turns: turns.map(closed) }
}

function addPerson(turns: OpenTurn[], message: RecordedMessage): void {
  const { content, meta } = message
  const typed = personWords(message)
  const turn = turns.at(-1)
  const result = turn?.steps.at(-1)?.results.at(-1)
  // What a program put in while tools ran stands with the tool's answer, as in the recorded requests.
  if (typed === '' && meta?.kind !== undefined && result !== undefined) result.text += `\n\n${content}`
  else if (turn !== undefined && turn.steps.length === 0) {
    turn.text += `\n\n${content}`
    turn.typed = `${turn.typed}\n${typed}`.trim()
  } else turns.push({ text: content || '(nothing)', typed, steps: [] })
}

function addAnswer(turn: OpenTurn, { content, toolCalls = [] }: RecordedMessage, ids: CallIds): void {
  if (content.trim() === '' && toolCalls.length === 0) return
  const calls = toolCalls.map(({ id, name, args }) => {
    const own = `call_${++ids.made}`
    ids.own.set(id, own)
    return { id: own, name: toolName(name), args: isObject(args) ? args : { input: args } }
  })
  const last = turn.steps.at(-1)
  // Two answers in a row are one: an answer without calls would have ended the loop.
  if (last !== undefined && last.calls.length === 0) {
    last.text = [last.text, content].filter(Boolean).join('\n\n')
    last.calls = calls
  } else turn.steps.push({ text: content, calls, results: [] })
}

function addResult(turn: OpenTurn, { content, toolCallId }: RecordedMessage, ids: CallIds): void {
  const step = turn.steps.at(-1)
  const id = ids.own.get(toolCallId ?? '')
  if (id === undefined || !step?.calls.some(call => call.id === id)) return
  step.results.push({ id, text: content.trim() === '' ? '(no output)' : content })
}

/** A person who broke in while tools ran left calls without results, and a turn without an answer. */
function closed({ text, typed, steps }: OpenTurn): ScriptTurn {
  const isOpen = (steps.at(-1)?.calls.length ?? 1) > 0
  const all = isOpen ? [...steps, { text: 'I was interrupted here.', calls: [], results: [] }] : steps
  return {
    text,
    typed,
    steps: all.map(({ results, ...step }) => ({
      ...step,
      results: step.calls.map(({ id }) => results.find(one => one.id === id) ?? { id, text: '(interrupted)' }),
    })),
  }
}

const toolName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool'

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** All messages of a script in order; an answer knows the number of the call that wrote it. */
export type ScriptMessage = RecordedMessage & { readonly step: number | null }

export function messagesOf({ turns }: Script): readonly ScriptMessage[] {
  let steps = 0
  return turns.flatMap(({ text, steps: own }): ScriptMessage[] => [
    { role: 'user', content: text, step: null },
    ...own.flatMap((step): ScriptMessage[] => [
      { role: 'assistant', content: step.text, toolCalls: step.calls, step: steps++ },
      ...step.results.map(({ id, text }) => ({ role: 'tool', content: text, toolCallId: id, step: null }) as const),
    ]),
  ])
}

export const toolNames = ({ turns }: Script): readonly string[] => [
  ...new Set(turns.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls.map(({ name }) => name)))),
]

/** Tokens of a message of a script, as the provider counts them. */
export const scriptTokens = ({ content, toolCalls = [] }: RecordedMessage): number =>
  4 +
  tokensIn(content) +
  toolCalls.reduce((sum, { name, args }) => sum + tokensIn(name) + tokensIn(JSON.stringify(args)), 0)
