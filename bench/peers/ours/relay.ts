import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai'
import { createApi } from 'longhand/client'
import { read } from '../../../faults/http-send.ts'
import { startTarget, type Target } from '../../../faults/http-target.ts'
import type { Agent, Session } from '../adapter.ts'
import { aiLoop } from '../ai-loop.ts'
import { summariserModel } from '../provider.ts'

export const versions = { longhand: 'this repository' }
export const variants = ['classic', 'balanced']

/** A program that knows nothing of Longhand but its address: it sends all it has with every request. */
export async function open(session: Session): Promise<Agent> {
  const { url, window, variant } = session
  const target = await startTarget({
    database: null,
    variables: {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: url,
      LONGHAND_COMPACT_PRESET: variant,
      LONGHAND_COMPACT_MODEL: `openai/${summariserModel}`,
    },
  })
  const api = createApi({ base: target.url, headers: { authorization: `Bearer ${target.token}` } })
  await api.changeSettings({ windows: { 'openai/gpt-peers': window, [`openai/${summariserModel}`]: window } })
  const base = { baseURL: `${target.url}/v1`, apiKey: target.token }
  const model = createOpenAICompatible({ name: 'peers', includeUsage: true, ...base })('gpt-peers')
  let before = await cpuMs(target)
  return {
    ...aiLoop({ ai, model, session, prepare: messages => messages }),
    async otherCpuMs() {
      const now = await cpuMs(target)
      const spent = now - before
      before = now
      return spent
    },
    close: target.close,
  }
}

/** Processor time of the server so far. */
async function cpuMs({ url, token }: Target): Promise<number> {
  const metrics = await read(`${url}/metrics`, token)
  return 1_000 * Number(/^longhand_cpu_seconds(?:_total)? (\S+)$/m.exec(metrics)?.[1])
}
