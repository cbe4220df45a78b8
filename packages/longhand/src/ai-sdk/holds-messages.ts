import type { ModelMessage } from 'ai'

/**
 * Whether a prompt holds every text of these messages, in their order. What stands for them then tells its sender nothing
 * that the prompt did not.
 */
export function holdsMessages(prompt: readonly unknown[], messages: readonly ModelMessage[]): boolean {
  const texts = textsIn(prompt).join('\n')
  let from = 0
  return messages
    .filter(({ role }) => role !== 'system')
    .flatMap(({ content }) => textsIn(content))
    .every(text => {
      const at = texts.indexOf(text, from)
      from = at + text.length
      return at >= 0
    })
}

/** The texts of a content: what was said, and what tools were given and gave back. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  const { type, text, content, input, output, value: inside } = value as Readonly<Record<string, unknown>>
  // Files are sent in other forms than they were given in.
  if (type === 'file' || type === 'image' || type === 'reasoning-file') return []
  return [text, content, input === undefined ? null : JSON.stringify(input), output, inside].flatMap(textsIn)
}
