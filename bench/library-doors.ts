import type { LanguageModel, ModelMessage } from 'ai'
import { longhand as forAiSdk } from '../packages/longhand/src/ai-sdk/longhand.ts'
import { longhand as forOpenAI } from '../packages/longhand/src/openai/longhand.ts'
import { answeringModel, sendThroughEngine } from './library-engine.ts'

/** Headings of the rows below. */
export const doorHeadings = ['door', 'messages are', 'view', 'before', 'processor, mean', 'time, median', 'time, 95%']

/** Processor time of one call and how long it takes, by door, by what of it is folded, and by the size of the history. */
export async function doorRows(): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for (const [name, door] of Object.entries(doors))
    for (const given of door.handsOver)
      for (const [view, window] of Object.entries(windows))
        for (const size of [100, 1_000, 10_000]) {
          const figures = (await timesOf(door, { given, window, size })).map(ms => `${ms.toFixed(2)} ms`)
          rows.push([name, given, view, size.toLocaleString('en'), ...figures])
        }
  return rows
}

/** Everything is in the view, or most of it is folded. */
const windows = { whole: 4_000_000, folded: 32_000 }

type Given = 'the same objects' | 'new objects' | 'stored'

/** A message as an app of that door keeps it. */
type Source = ModelMessage

type Door = {
  /** Takes all messages; the last of them are new. */
  readonly open: (window: number) => (messages: Source[]) => Promise<unknown>
  /** Apps that read their messages from a database hand in new objects every time. */
  readonly handsOver: readonly Given[]
}

const kept = ['the same objects', 'new objects'] as const
const model = answeringModel as LanguageModel

const doors: Readonly<Record<string, Door>> = {
  'ai-sdk prepare, onStepEnd': {
    handsOver: kept,
    open: window => {
      const { prepare, onStepEnd } = forAiSdk({ model, summariser: null, window })
      return async messages => onStepEnd({ usage: usageFor((await prepare(messages)).length) })
    },
  },
  'ai-sdk prepareStep': {
    handsOver: kept,
    open: window => {
      const { prepareStep } = forAiSdk({ model, summariser: null, window })
      return messages => prepareStep({ messages, model, initialMessages: messages, responseMessages: [] })
    },
  },
  'ai-sdk middleware': {
    handsOver: kept,
    open: window => {
      const { wrapGenerate } = forAiSdk({ model, summariser: null, window }).middleware
      const call = { doGenerate: answeringModel.doGenerate, doStream: answeringModel.doStream, model: answeringModel }
      return async messages => wrapGenerate!({ ...call, params: { prompt: messages } } as never)
    },
  },
  'openai prepare': {
    handsOver: kept,
    open: window => forOpenAI<Source>({ model: 'offline/bench', window }).prepare,
  },
  'engine, one turn': { handsOver: ['stored'], open: sendThroughEngine },
}

const usageFor = (messages: number) => ({
  ...{ inputTokens: 70 * messages, outputTokens: 10, totalTokens: 70 * messages + 10 },
  inputTokenDetails: { noCacheTokens: 70 * messages, cacheReadTokens: 0, cacheWriteTokens: 0 },
  outputTokenDetails: { textTokens: 10, reasoningTokens: 0 },
})

const calls = 80
/** Code that runs for the first time is slow, whatever it does. */
const warmUp = 20

type Setting = { readonly given: Given; readonly window: number; readonly size: number }

/** A tool loop: two calls for every question, one with the question and one with the result of a tool. */
async function timesOf({ open }: Door, { given, window, size }: Setting): Promise<readonly number[]> {
  const act = open(window)
  const messages = Array.from({ length: size / 4 }, (_, at) => exchange(at)).flat()
  await act([...messages])
  const times: { readonly processor: number; readonly taken: number }[] = []
  for (let call = 0; call < warmUp + calls; call += 2) {
    const [question, asked, result, answer] = exchange(size + call)
    for (const added of [[question], [asked, result]] as Source[][]) {
      messages.push(...added)
      const handed = given === 'new objects' ? structuredClone(messages) : [...messages]
      const [before, start] = [process.threadCpuUsage(), performance.now()]
      await act(handed)
      const { user, system } = process.threadCpuUsage(before)
      times.push({ processor: (user + system) / 1000, taken: performance.now() - start })
    }
    messages.push(answer!)
  }
  const counted = times.slice(warmUp)
  const sorted = counted.map(({ taken }) => taken).toSorted((a, b) => a - b)
  // The processor's clock is too coarse for one call.
  const mean = counted.reduce((sum, { processor }) => sum + processor, 0) / counted.length
  return [mean, sorted[Math.floor(0.5 * calls)]!, sorted[Math.floor(0.95 * calls)]!]
}

function exchange(at: number): readonly Source[] {
  const text = `Part ${at} of the plan moves loadTable${at} into src/part${at}.ts and keeps its order. `.repeat(3)
  const call = { toolCallId: `call_${at}`, toolName: 'Read' }
  return [
    { role: 'user', content: `Look at src/part${at}.ts. ${text}` },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { path: `src/part${at}.ts` } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: text } }] },
    { role: 'assistant', content: [{ type: 'text', text: `It is fine. ${text}` }] },
  ]
}
