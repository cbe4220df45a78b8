import type { Store } from '../engine/ports/store.ts'

/** A store that is asked for a conversation at once. The first who wants that one gets this answer, or hears why there is none. */
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
