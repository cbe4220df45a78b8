import type { Json } from '../../packages/longhand/src/core/json.ts'
import { tokensIn } from './count.ts'
import type { Replay } from './replay.ts'
import { type RequestBody, sentMessages, wordsOf } from './sent-messages.ts'

/** OpenAI's compaction service as it is documented: the person's messages stay, the rest becomes one opaque item. */
export async function compactItems(body: RequestBody, replay: Replay): Promise<Json> {
  const items = typeof body.input === 'string' ? [] : (body.input ?? [])
  const messages = sentMessages(body)
  const shown = wordsOf(messages)
  const text = replay.summarise(shown, Number.POSITIVE_INFINITY)
  const [tokens, written] = [tokensIn(shown), tokensIn(text)]
  await replay.writeSummary({ messages, tokens, tools: '', output: written })
  return {
    id: 'resp_compaction',
    object: 'response.compaction',
    created_at: 1,
    output: [
      ...items.filter(({ role }) => role === 'user'),
      { type: 'compaction', id: `cmp_${tokens}_${written}`, encrypted_content: text },
    ],
    usage: {
      input_tokens: tokens,
      output_tokens: written,
      total_tokens: tokens + written,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  } as unknown as Json
}
