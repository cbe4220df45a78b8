import type { Json } from '../../core/json.ts'
import type { Said } from './answer.ts'
import { type AnthropicBlock, type AnthropicRequest, blocksOf } from './check-anthropic.ts'

/** Thinking that belongs to what stood before it: system prompt, tools and all messages. Cache marks make no difference. */
export type ThinkingBinding = {
  /** Remembers what an answer was thought about. */
  note(body: Json, says: readonly Said[]): void
  /** What the provider says to thinking that comes back behind something else. */
  problem(body: Json): string | null
}

export function createThinkingBinding(): ThinkingBinding {
  const prefixes = new Map<string, string>()
  return {
    note(body, says) {
      const request = body as unknown as AnthropicRequest
      for (const said of says)
        if (said.type === 'reasoning') prefixes.set(said.text, prefixOf(request, request.messages?.length ?? 0))
    },
    problem(body) {
      const request = body as unknown as AnthropicRequest
      for (const [at, { content }] of (request.messages ?? []).entries()) {
        const thought = blocksOf(content).find(({ type }) => type === 'thinking') as Thinking | undefined
        const prefix = prefixes.get(thought?.thinking ?? '')
        if (prefix !== undefined && prefix !== prefixOf(request, at))
          return `messages.${at}: this \`thinking\` block is bound to what came before it, which has changed since.`
      }
      return null
    },
  }
}

type Thinking = AnthropicBlock & { readonly thinking?: string }

function prefixOf({ system, tools, messages = [] }: AnthropicRequest, length: number): string {
  // Messages of one role in a row count as one.
  const said = messages.slice(0, length).flatMap(({ role, content }) => blocksOf(content).map(block => [role, block]))
  return JSON.stringify([blocksOf(system), tools ?? [], said], (key, value) =>
    key === 'cache_control' ? undefined : value,
  )
}
