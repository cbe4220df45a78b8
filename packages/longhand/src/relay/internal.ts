// What our own programs use of this room and nobody else: a door of the workspace, which is not published.
export { type AnswerListener, hearAnswer } from './hear-answer.ts'
export type { HeardAnswer, Protocol } from './protocol.ts'
export { anthropicProtocol } from './protocol-anthropic.ts'
export { openaiChatProtocol } from './protocol-openai-chat.ts'
export { openaiResponsesProtocol } from './protocol-openai-responses.ts'
export { createRelay, type Relay } from './relay.ts'
export type { RelayCall, RelayedRequest, RelayState } from './relay-call.ts'
export { type Member, scanObject, valueAt } from './scan-object.ts'
