/** The conversation that the guide goes along with, in this browser; null when there is none, or it was closed. */
export function guidedConversation(): string | null {
  const value = read()
  return value === closed ? null : value
}

/** Goes along with a conversation, unless the person has closed the guide before. */
export function startGuide(conversation: string): void {
  if (read() !== closed) write(conversation)
}

export const closeGuide = (): void => write(closed)

const key = 'longhand-guide'
const closed = 'closed'

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return closed
  }
}

/** A browser that keeps nothing has no guide. */
function write(value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Nothing depends on it.
  }
}
