import { Agent, run } from '@openai/agents'
import { longhandSession } from 'longhand/openai-agents'

const agent = new Agent({ name: 'Clerk', instructions: 'Be brief.', model: 'gpt-5.1' })
const session = await longhandSession({ model: 'gpt-5.1', sessionId: 'chat-42' })
const { callModelInputFilter } = session

const { finalOutput } = await run(agent, 'Which date is it?', { session, callModelInputFilter })
console.log(finalOutput, (await session.getItems()).length)
