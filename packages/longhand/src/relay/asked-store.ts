import type { Store } from '../engine/ports/store.ts'

/** Starts fetching a conversation right away; the first `get` for it receives that result or error. */
export function askedStore(store: Store, conversation: string): Store {
  const { conversations } = store
  const asked = conversations.get(conversation)
  asked.catch(() => {})
  let answer: typeof asked | null = asked
  return {
    ...store,
    conversations: {
      ...conversations,
      async get(id) {
        if (answer === null || id !== conversation) return conversations.get(id)
        const first = answer
        answer = null
        return first
      },
    },
  }
}
