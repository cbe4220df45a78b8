import { asSchema, type ToolSet } from 'ai'
import { countTokens } from 'longhand/tokens'

/** Tokens of the definitions of some tools, by the tokenizer. */
export const toolTokens = (tools: ToolSet): number =>
  Object.entries(tools).reduce((sum, [name, { description = '', inputSchema }]) => {
    const shape = JSON.stringify(asSchema(inputSchema).jsonSchema)
    return sum + countTokens(`${name} ${String(description)} ${shape}`)
  }, 0)
