import type { Allowances } from '../../engine/ports/store-allowances.ts'
import { bytesOf } from './maintenance.ts'
import type { MemoryState } from './memory-state.ts'

export function allowances(state: MemoryState, owner: string): Allowances {
  const figure = (kind: 'rate' | 'money', name: string) =>
    Number(state.states.get(`${owner} ${kind} ${name}`)?.state ?? 0)
  const put = (kind: 'rate' | 'money', name: string, value: number) =>
    state.states.set(`${owner} ${kind} ${name}`, { owner, kind, name, state: value, at: state.now() })
  const month = () => new Date(state.now()).toISOString().slice(0, 7)
  const mine = <Owned extends { readonly owner: string }>(all: Iterable<Owned>) =>
    [...all].filter(one => one.owner === owner)
  const fileBytes = () =>
    mine(state.projects.values())
      .flatMap(({ files }) => [...files.values()])
      .reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  const bytes = () => bytesOf(mine(state.trees.values())) + fileBytes()
  return {
    take: async ({ name, everyMs, maxAheadMs, storage }) => {
      const now = state.now()
      // Nobody waits for a clock that was set back.
      const reached = Math.max(now, Math.min(figure('rate', name), now + maxAheadMs + everyMs))
      const ahead = reached - now - maxAheadMs
      const waitMs = ahead < 1 ? 0 : Math.ceil(ahead)
      if (waitMs === 0) put('rate', name, reached + everyMs)
      return { waitMs, bytes: storage === 'measured' ? bytes() : null, dollars: figure('money', month()) }
    },
    spend: async dollars => {
      put('money', month(), figure('money', month()) + dollars)
    },
  }
}
