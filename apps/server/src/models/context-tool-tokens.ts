import { asSchema } from 'ai'
import { contextTools } from 'longhand/ai-sdk'
import type { Scope } from 'longhand/engine'
import { countTokens } from 'longhand/tokens'

let counted: number | null = null

/** Tokens of the definitions of the tools that look into a conversation, by the tokenizer. They are always the same. */
export function contextToolTokens(): number {
  // Definitions do not depend on the conversation; only what they do does.
  counted ??= Object.entries(contextTools({} as Scope)).reduce((sum, [name, { description = '', inputSchema }]) => {
    const shape = JSON.stringify(asSchema(inputSchema).jsonSchema)
    return sum + countTokens(`${name} ${String(description)} ${shape}`)
  }, 0)
  return counted
}
