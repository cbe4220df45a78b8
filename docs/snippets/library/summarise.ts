import { openEmbedded } from 'longhand/embedded'
import { longhand } from 'longhand/openai'
import OpenAI from 'openai'

const client = new OpenAI()
const store = await openEmbedded('.longhand')
const context = longhand<OpenAI.ChatCompletionMessageParam>({
  model: 'gpt-5.1',
  summaryModel: 'gpt-5-mini',
  summarise: async ({ system, prompt }) => {
    const { choices, usage } = await client.chat.completions.create({
      model: 'gpt-5-mini',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
    })
    return { text: choices[0]!.message.content ?? '', usage } // or the text alone: then its cost is not known
  },
  store, // in memory when left out
  conversation: 'chat-42', // a restart goes on with the stored summary
  onCompaction: ({ before, after, retention, cost }) => console.log(before, after, retention, cost),
})

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }]
const request = { model: 'gpt-5.1', messages: await context.prepare(messages) }
const response = await client.chat.completions
  .create(request)
  .catch(async error =>
    client.chat.completions.create({ ...request, messages: await context.recover(error, messages) }),
  )
await context.report(response.usage)
await store.close()
