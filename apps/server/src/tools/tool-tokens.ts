import { asSchema, type ToolSet } from 'ai'
import { contextTools } from 'longhand/internal/ai-sdk'
import type { ToolDefinition } from 'longhand/internal/client'
import type { Json } from 'longhand/internal/core'
import type { Scope } from 'longhand/internal/engine'
import { countTokens } from 'longhand/tokens'

/** Tools as a model is told of them. */
export const toolDefinitions = (tools: ToolSet): readonly ToolDefinition[] =>
  Object.entries(tools).map(([name, { description = '', inputSchema }]) => ({
    name,
    description: String(description),
    schema: asSchema(inputSchema).jsonSchema as Json,
  }))

/** Tokens of the definitions of some tools, by the tokenizer. */
export const toolTokens = (tools: ToolSet): number =>
  toolDefinitions(tools).reduce(
    (sum, { name, description, schema }) => sum + countTokens(`${name} ${description} ${JSON.stringify(schema)}`),
    0,
  )

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
