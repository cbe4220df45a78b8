import type { ModelMessage } from 'ai'
import { longhand as forAiSdk } from '../packages/longhand/src/ai-sdk/longhand.ts'
import { longhand as forOpenAI } from '../packages/longhand/src/openai/longhand.ts'

/** Headings of the rows below. */
export const doorHeadings = ['door', 'messages are', 'before', 'each call']

/** Processor time of `prepare` for one more message, in windows that are equally full, by door and by size. */
export async function doorRows(): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for (const [door, open] of Object.entries(doors))
    for (const given of ['the same objects', 'new objects'] as const)
      for (const size of [100, 1_000, 10_000]) {
        const ms = await meanMs(open(), given, size)
        rows.push([door, given, size.toLocaleString('en'), `${ms.toFixed(2)} ms`])
      }
  return rows
}

type Prepare = (messages: ModelMessage[]) => Promise<unknown>

const doors: Readonly<Record<string, () => Prepare>> = {
  'longhand/ai-sdk': () => forAiSdk({ model: 'offline/bench', summariser: null, window: 32_000 }).prepare,
  'longhand/openai': () => forOpenAI<ModelMessage>({ model: 'offline/bench', window: 32_000 }).prepare,
}

const calls = 60

/** Apps that read their messages from a database hand in new objects every time. The clock is too coarse for one call. */
async function meanMs(prepare: Prepare, given: 'the same objects' | 'new objects', size: number): Promise<number> {
  const messages = Array.from({ length: size }, (_, at) => line(at))
  await prepare(messages)
  let sum = 0
  for (let call = 0; call < calls; call++) {
    messages.push(line(messages.length))
    const handed = given === 'new objects' ? structuredClone(messages) : messages
    const before = process.threadCpuUsage()
    await prepare(handed)
    const { user, system } = process.threadCpuUsage(before)
    sum += user + system
  }
  return sum / calls / 1000
}

const line = (at: number): ModelMessage => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: src/module${at % 50}/file${at % 7}.ts ${'and some more words '.repeat(40)}`,
})
