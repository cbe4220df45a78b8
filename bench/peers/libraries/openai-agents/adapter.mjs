import {
  Agent,
  MemorySession,
  OpenAIResponsesCompactionSession,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  tool,
} from '@openai/agents'
import OpenAI from 'openai'
import { textsIn } from '../../texts-in.ts'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@openai/agents'])
export const variants = ['session']
setTracingDisabled(true)

export async function open({ url, system, tools, result }) {
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 })
  const underlyingSession = new MemorySession()
  // As it comes: after a turn, from ten items that no person wrote.
  const session = new OpenAIResponsesCompactionSession({
    client,
    model: 'gpt-5.2',
    underlyingSession,
    compactionMode: 'input',
  })
  const parameters = { type: 'object', properties: {}, required: [], additionalProperties: true }
  const execute = (_, __, details) => result(details?.toolCall?.callId)
  const agent = new Agent({
    ...{ name: 'peers', instructions: system, model: new OpenAIResponsesModel(client, 'gpt-peers') },
    tools: tools.map(name => tool({ name, description: name, strict: false, parameters, execute })),
  })
  const say = text => run(agent, text, { session, maxTurns: 10_000 })
  return {
    say,
    // A run that failed cannot be taken up again.
    resume: () => say('Go on.'),
    history: async () => textsIn(await underlyingSession.getItems()),
  }
}
