import type { Answered } from '../../engine/ports/store-answered.ts'
import { keptMs } from './checkpoints.ts'
import type { MemoryState } from './memory-state.ts'

const kind = 'answered'

export function answered({ states, now }: MemoryState, owner: string): Answered {
  const key = (name: string) => `${owner} ${kind} ${name}`
  return {
    note: async names => {
      for (const name of names) states.set(key(name), { owner, kind, name, state: true, at: now() })
    },
    knows: async names =>
      names.every(name => (states.get(key(name))?.at ?? Number.NEGATIVE_INFINITY) >= now() - keptMs),
  }
}

export function expireAnswered({ states }: MemoryState, old: number): void {
  for (const [key, state] of states) if (state.kind === kind && state.at < old) states.delete(key)
}
