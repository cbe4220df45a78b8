import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai'
import { longhand } from '../../../packages/longhand/src/ai-sdk/longhand.ts'
import { presets } from '../../../packages/longhand/src/core/policy.ts'
import type { Agent, Session } from '../adapter.ts'
import { aiLoop } from '../ai-loop.ts'

export const versions = { longhand: 'this repository' }
export const variants = ['classic', 'balanced', 'no-summariser']

/** As docs/library.md says: every request is prepared, and what the provider reports is learnt from. */
export async function open(session: Session): Promise<Agent> {
  const { url, window, variant } = session
  const provider = createOpenAICompatible({ name: 'peers', baseURL: url, includeUsage: true })
  const model = provider('gpt-peers')
  const context = longhand({
    ...{ model, window, overhead: 60 },
    ...(variant === 'no-summariser' ? { summariser: null } : {}),
    policy: variant === 'balanced' ? presets.balanced : {},
  })
  return aiLoop({ ai, model, session, prepare: context.prepare, after: context.onStepEnd })
}
