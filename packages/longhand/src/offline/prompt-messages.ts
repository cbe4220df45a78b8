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

/** What is told about a part beside its words. */
const marksOf = ({ providerOptions }: Pick<PromptPart, 'providerOptions'>): { readonly provider?: Json } =>
  providerOptions === undefined ? {} : { provider: asJson(providerOptions) }

type PromptPart = Exclude<ModelCall['prompt'][number]['content'], string>[number]

function partOf(part: PromptPart): readonly Part[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text, ...marksOf(part) }]
    case 'tool-call': {
      const { toolCallId: callId, toolName: name, input } = part
      return [{ type: 'tool-call', callId, name, input: input as Json, ...marksOf(part) }]
    }
    case 'tool-result': {
      const { output } = part
      const given = output.type === 'content' ? asJson(output.value) : 'value' in output ? (output.value as Json) : ''
      const outcome = output.type.startsWith('error') ? 'error' : output.type === 'execution-denied' ? 'denied' : 'ok'
      const { toolCallId: callId, toolName: name } = part
      return [{ type: 'tool-result', callId, name, outcome, output: given, ...marksOf(part) }]
    }
    case 'file':
      return [{ type: 'text', text: `[file ${part.filename ?? 'without a name'}, ${part.mediaType}]` }]
    default:
      return []
  }
}
