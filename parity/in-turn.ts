import type { Door } from './door.ts'

/** Two doors as one, as a load balancer makes them: whatever is asked goes to the one that was not asked last. */
export function inTurn(doors: readonly [Door, Door]): Door {
  let asked = 0
  const next = () => doors[asked++ % 2]!
  return {
    ask: (...turn) => next().ask!(...turn),
    compact: messages => next().compact(messages),
    compactProtecting: (...request) => next().compactProtecting!(...request),
    undo: () => next().undo!(),
    redo: () => next().redo!(),
    edit: text => next().edit!(text),
    receipt: () => next().receipt(),
    status: messages => next().status!(messages),
    prepared: async () => void (await Promise.all(doors.map(door => door.prepared!()))),
    close: async () => void (await Promise.all(doors.map(door => door.close()))),
  }
}
