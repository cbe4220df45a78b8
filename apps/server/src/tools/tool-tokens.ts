import { asSchema, type ToolSet } from 'ai'
import { contextTools } from 'longhand/internal/ai-sdk'
import type { Scope } from 'longhand/internal/engine'
import { countTokens } from 'longhand/tokens'

/** Tokens of the definitions of some tools, by the tokenizer. */
export const toolTokens = (tools: ToolSet): number =>
  Object.entries(tools).reduce((sum, [name, { description = '', inputSchema }]) => {
    const shape = JSON.stringify(asSchema(inputSchema).jsonSchema)
    return sum + countTokens(`${name} ${String(description)} ${shape}`)
  }, 0)

// The definitions do not depend on the conversation; only their effects do.
const definitions = () => contextTools({} as Scope)

/** Names of the tools that look into a conversation. */
export const contextToolNames = (): readonly string[] => Object.keys(definitions())

let counted: number | null = null

/** Tokens of the definitions of the tools that look into a conversation, by the tokenizer. They are always the same. */
export function contextToolTokens(): number {
  counted ??= toolTokens(definitions())
  return counted
}
