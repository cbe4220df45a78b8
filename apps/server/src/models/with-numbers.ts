import type { Message } from 'longhand'
import type { Generate } from 'longhand/internal/engine'

/** A model that is told the ¶ of every message beside its words: the offline one names them when it quotes. */
export const withNumbers =
  (generate: Generate): Generate =>
  (request, signal) => {
    const numbers = request.numbers?.() ?? []
    return generate(
      { ...request, messages: request.messages.map((message, at) => marked(message, numbers[at])) },
      signal,
    )
  }

const marked = ({ role, parts }: Message, number: number | null = null): Message => ({
  role,
  parts:
    number === null
      ? parts
      : parts.map(part => (part.type === 'opaque' ? part : { ...part, provider: { longhand: { number } } })),
})
