import type { Conversation } from 'longhand/internal/engine'

/** The program that a conversation is relayed for, as people call it; null for one that is written here. */
export function clientNameOf({ settings }: Pick<Conversation, 'settings'>): string | null {
  const { relay } = (settings ?? {}) as { readonly relay?: { readonly client?: unknown } }
  return typeof relay?.client === 'string' ? clientName(relay.client) : null
}

/** What a program calls itself in its requests, in the words of people. */
function clientName(userAgent: string): string {
  const known = names.find(([pattern]) => pattern.test(userAgent))
  if (known !== undefined) return known[1]
  const [word] = userAgent.slice(0, 40).match(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*/u) ?? []
  return word === undefined || word === 'unknown' ? 'Another program' : word.trim()
}

const names: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^claude-(cli|code)\//, 'Claude Code'],
  [/^codex/, 'Codex'],
  [/^opencode\//, 'opencode'],
  [/^pi[ /]/, 'pi'],
  [/^QwenCode\//, 'Qwen Code'],
  // The packages of OpenAI and Anthropic call themselves after their class, whose name a bundler may have shortened.
  [/^ls\/JS /, 'Continue'],
  [/^[\w$]{1,3}\/JS /, 'Another program'],
  [/^langchain/, 'LangChain'],
  [/^ai-sdk\/|^ai\//, 'AI SDK'],
  [/^(Async)?OpenAI\//, 'OpenAI SDK'],
  [/^(Async)?Anthropic\//, 'Anthropic SDK'],
]
