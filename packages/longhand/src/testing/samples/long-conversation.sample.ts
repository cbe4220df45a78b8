import type { Message } from '../../core/message.ts'
import type { NumberedMessage } from '../../facts/reading/quote.ts'

/** Work as agents do it, of any length: about four characters a token, names that come back, long outputs. */
export function longConversation(tokens: number): readonly NumberedMessage[] {
  const messages: Message[] = []
  let size = 0
  const say = (message: Message, text: string): void => {
    messages.push(message)
    size += text.length / 4
  }
  for (let turn = 0; size < tokens; turn++) {
    const name = `module${turn % 400}`
    const asked = `Please look at src/${name}/handler.ts; it must never call load${turn % 150}Config twice.`
    say({ role: 'user', parts: [{ type: 'text', text: asked }] }, asked)
    const words = `I read ${name} and decided to split handle${turn}Request because parse${turn % 90}Body throws.`
    const input = { file_path: `src/${name}/handler.ts`, offset: turn }
    const callId = `c${turn}`
    say(
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: words },
          { type: 'tool-call', callId, name: 'Read', input },
        ],
      },
      words,
    )
    const output = Array.from(
      { length: 90 },
      (_, at) => `  const value${(turn * 7 + at) % 3000} = await load${at % 150}Config(request${turn}, 'key-${at}')`,
    ).join('\n')
    say({ role: 'tool', parts: [{ type: 'tool-result', callId, name: 'Read', outcome: 'ok', output }] }, output)
  }
  return messages.map((message, at) => ({ number: at + 1, message }))
}
