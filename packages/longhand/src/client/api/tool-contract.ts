import type { Json } from '../../core/json.ts'

/** A tool server from the configuration, and the tools that models can call. */
export type ToolServerRow = {
  readonly name: string
  readonly state: 'starting' | 'up' | 'down'
  readonly tools: readonly { readonly name: string; readonly description: string }[]
}

/** A tool as a model is told of it; the schema of its input is JSON Schema. */
export type ToolDefinition = { readonly name: string; readonly description: string; readonly schema: Json }
