import fc from 'fast-check'
import type { Json } from '../core/json.ts'

/** What was said in a conversation, whichever protocol a client writes it in. */
export type Spoken =
  | { readonly by: 'user'; readonly texts: readonly string[] }
  | {
      readonly by: 'assistant'
      readonly text: string
      readonly thinking: string
      readonly calls: readonly SpokenCall[]
    }

/** A call and what it returned. */
export type SpokenCall = {
  readonly id: string
  readonly name: string
  readonly input: Record<string, Json>
  readonly output: string
}

/** What clients do to a conversation each time they send it. None of it changes what was said. */
export type Quirks = {
  readonly protocol: 'anthropic' | 'openai-chat' | 'openai-responses'
  /** Where a cache mark stands, by the number of the message from the end. */
  readonly mark: number
  /** One text as a string, or as a list of one block. */
  readonly strings: boolean
  readonly blanked: boolean
  readonly thinking: boolean
  readonly indent: number
  readonly system: string
  /** Each text of a person as a message of its own. */
  readonly split: boolean
  readonly padding: string
}

const word = fc.constantFrom('plan', 'the', 'Größe', 'src/a.ts', '"quoted"', '日本', 'x\ny', '\\', 'never')
export const words = fc.array(word, { minLength: 1, maxLength: 6 }).map(all => all.join(' '))

const spokenCall = fc.record({
  name: fc.constantFrom('read', 'bash'),
  input: fc.dictionary(word, fc.oneof(words, fc.integer()), { maxKeys: 3 }),
  output: words,
})

/** Conversations that a person begins; the ids of calls are the provider's, and never the same twice. */
export const conversations: fc.Arbitrary<readonly Spoken[]> = fc
  .array(
    fc.record({
      texts: fc.array(words, { minLength: 1, maxLength: 2 }),
      text: words,
      thinking: words,
      calls: fc.array(spokenCall, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map(turns =>
    turns.flatMap(({ texts, text, thinking, calls }, at): readonly Spoken[] => [
      { by: 'user', texts },
      {
        by: 'assistant',
        text,
        thinking,
        calls: calls.map((call, number) => ({ ...call, id: `call_${at}_${number}` })),
      },
    ]),
  )

export const quirks: fc.Arbitrary<Quirks> = fc.record({
  protocol: fc.constantFrom('anthropic', 'openai-chat', 'openai-responses'),
  mark: fc.nat(4),
  strings: fc.boolean(),
  blanked: fc.boolean(),
  thinking: fc.boolean(),
  indent: fc.constantFrom(0, 2),
  system: fc.constantFrom('', 'Be brief.', 'Today is Monday.'),
  split: fc.boolean(),
  padding: fc.constantFrom('', ' ', '\n'),
})

/** A conversation as the body of a request. */
export function bodyOf(spoken: readonly Spoken[], how: Quirks): string {
  const about = { model: 'm', stream: false, max_tokens: 10 }
  if (how.protocol === 'openai-responses') {
    const instructions = how.system === '' ? {} : { instructions: how.system }
    return JSON.stringify({ ...about, ...instructions, input: responsesItems(spoken, how) }, null, how.indent)
  }
  const messages = how.protocol === 'anthropic' ? anthropicMessages(spoken, how) : chatMessages(spoken, how)
  const system = how.system === '' || how.protocol === 'openai-chat' ? {} : { system: how.system }
  return JSON.stringify({ ...about, ...system, messages }, null, how.indent)
}

type Block = Record<string, Json>

function anthropicMessages(spoken: readonly Spoken[], how: Quirks): Json {
  const messages: { role: string; content: Block[] }[] = []
  const say = (role: string, blocks: readonly Block[], own: boolean) => {
    const last = messages.at(-1)
    if (!own && last?.role === role) last.content.push(...blocks)
    else messages.push({ role, content: [...blocks] })
  }
  for (const one of spoken) {
    if (one.by === 'user')
      for (const text of one.texts) say('user', [{ type: 'text', text: how.padding + text }], how.split)
    else {
      const thought = how.thinking ? [{ type: 'thinking', thinking: one.thinking, signature: 's' }] : []
      const calls = one.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))
      say('assistant', [...thought, { type: 'text', text: one.text + how.padding }, ...calls], true)
      const results = one.calls.map(({ id, output }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: how.blanked ? '[old]' : output,
      }))
      if (results.length > 0) say('user', results, true)
    }
  }
  const marked = messages.at(-1 - how.mark)?.content.at(-1)
  if (marked !== undefined) marked.cache_control = { type: 'ephemeral' }
  return messages.map(({ role, content }) => {
    const [only] = content
    const isPlain = how.strings && content.length === 1 && only!.type === 'text' && only!.cache_control === undefined
    return { role, content: isPlain ? only!.text! : content }
  })
}

function chatMessages(spoken: readonly Spoken[], how: Quirks): Json {
  const text = (value: string): Json => (how.strings ? value : [{ type: 'text', text: value }])
  const system = how.system === '' ? [] : [{ role: 'system', content: how.system }]
  const said = spoken.flatMap((one): readonly Block[] => {
    if (one.by === 'user') {
      const isJoined = !how.split && one.texts.length > 1
      if (isJoined)
        return [{ role: 'user', content: one.texts.map(value => ({ type: 'text', text: value + how.padding })) }]
      return one.texts.map(value => ({ role: 'user', content: text(value + how.padding) }))
    }
    const calls = one.calls.map(({ id, name, input }) => ({
      ...{ id, type: 'function', function: { name, arguments: JSON.stringify(input, null, how.indent) } },
    }))
    const thought = how.thinking ? { reasoning_content: one.thinking } : {}
    const answer = {
      role: 'assistant',
      content: one.text,
      ...thought,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    }
    return [
      answer,
      ...one.calls.map(({ id, output }) => ({ role: 'tool', tool_call_id: id, content: how.blanked ? '' : output })),
    ]
  })
  return [...system, ...said]
}

function responsesItems(spoken: readonly Spoken[], how: Quirks): Json {
  return spoken.flatMap((one, at): readonly Block[] => {
    const said = (role: string, texts: readonly string[]): Block => {
      const type = role === 'user' ? 'input_text' : 'output_text'
      const blocks = texts.map(text => ({ type, text: text + how.padding }))
      return { type: 'message', id: `msg_${how.mark}_${at}`, role, content: blocks }
    }
    if (one.by === 'user') return how.split ? one.texts.map(text => said('user', [text])) : [said('user', one.texts)]
    const thought = how.thinking
      ? [{ type: 'reasoning', id: `rs_${how.mark}`, summary: [], encrypted_content: 'x' }]
      : []
    const calls = one.calls.map(({ id, name, input }) => ({
      ...{ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input, null, how.indent) },
    }))
    const results = one.calls.map(({ id, output }) => ({
      ...{ type: 'function_call_output', call_id: id, output: how.blanked ? '' : output },
    }))
    return [...thought, said('assistant', [one.text]), ...calls, ...results]
  })
}
