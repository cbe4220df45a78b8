import type { LanguageModel } from 'ai'
import { asJson, type Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'

/** A model as the AI SDK calls it, without a provider's package. */
export type OfflineModel = Extract<Exclude<LanguageModel, string>, { readonly specificationVersion: 'v4' }>

/** What such a model is called with. */
export type ModelCall = Parameters<OfflineModel['doGenerate']>[0]

/** A prompt as our messages, without what these models cannot use. */
export const promptMessages = (prompt: ModelCall['prompt']): readonly Message[] =>
  prompt.map(message =>
    message.role === 'system'
      ? { role: 'system', parts: [{ type: 'text', text: message.content }] }
      : { role: message.role, parts: message.content.flatMap(partOf) },
  )

type PromptPart = Exclude<ModelCall['prompt'][number]['content'], string>[number]

function partOf(part: PromptPart): readonly Part[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }]
    case 'tool-call':
      return [{ type: 'tool-call', callId: part.toolCallId, name: part.toolName, input: part.input as Json }]
    case 'tool-result': {
      const { output } = part
      const given = output.type === 'content' ? asJson(output.value) : 'value' in output ? (output.value as Json) : ''
      const outcome = output.type.startsWith('error') ? 'error' : output.type === 'execution-denied' ? 'denied' : 'ok'
      return [{ type: 'tool-result', callId: part.toolCallId, name: part.toolName, outcome, output: given }]
    }
    case 'file':
      return [{ type: 'text', text: `[file ${part.filename ?? 'without a name'}, ${part.mediaType}]` }]
    default:
      return []
  }
}
