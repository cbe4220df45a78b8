import type { AgentInputItem, Session } from '@openai/agents'

/** A session that lasts as long as the process. */
export function memorySession(id: string): Session {
  const kept: AgentInputItem[] = []
  return {
    getSessionId: async () => id,
    getItems: async limit => structuredClone(limit === undefined ? kept : limit > 0 ? kept.slice(-limit) : []),
    addItems: async items => {
      for (const item of items) kept.push(structuredClone(item))
    },
    popItem: async () => kept.pop(),
    clearSession: async () => {
      kept.length = 0
    },
  }
}
