import { contextTools } from 'longhand/internal/ai-sdk'
import type { Scope } from 'longhand/internal/engine'
import { toolTokens } from '../tools/tool-tokens.ts'

// Definitions do not depend on the conversation; only what they do does.
const definitions = () => contextTools({} as Scope)

/** Names of the tools that look into a conversation. */
export const contextToolNames = (): readonly string[] => Object.keys(definitions())

let counted: number | null = null

/** Tokens of the definitions of the tools that look into a conversation, by the tokenizer. They are always the same. */
export function contextToolTokens(): number {
  counted ??= toolTokens(definitions())
  return counted
}
