// An agent of OpenAI's agents SDK whose session keeps every item and whose model never outgrows its window. The lines marked ← are all that Longhand adds.
import { Agent, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents'
import { longhandSession } from 'longhand/openai-agents' // ←
import OpenAI from 'openai'

setTracingDisabled(true)
const client = new OpenAI() // OPENAI_API_KEY, and OPENAI_BASE_URL where another provider answers
const agent = new Agent({
  name: 'notes',
  instructions: 'Be brief.',
  model: new OpenAIResponsesModel(client, 'gpt-5.1'),
})
const session = await longhandSession({ model: 'gpt-5.1', window: 4_000 }) // ← (a small window, to see it at work)
const { callModelInputFilter } = session // ←

for (let turn = 1; turn <= 40; turn++) {
  const note = `Note ${turn}: the timeout of service-${turn} is ${turn * 10} ms. ${'Keep it in mind. '.repeat(10)}`
  await run(agent, note, { session, callModelInputFilter })
}

console.log(`The session holds ${(await session.getItems()).length} items, the model read ${session.view().length}.`)
console.log(`${(await session.receipts()).length} compactions; ${session.status()?.used} of 4,000 tokens are used.`)
