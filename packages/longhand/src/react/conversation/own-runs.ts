import type { RecoveryRow } from '../../client/api/contract.ts'

/** What a browser offers to know its own tabs by. */
export type RunRegistry = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Only on secure addresses. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | null
}

/**
 * K7 notes that a run is one of this browser, and holds a lock until the returned function is called. The browser frees it
 * when the tab dies, and not when it is hidden, throttled or frozen, or when the machine sleeps.
 */
export function holdRun(run: string, { storage, locks }: RunRegistry): () => void {
  try {
    storage.setItem(storageKey, JSON.stringify([...ownRuns(storage), run].slice(-maxRuns)))
  } catch {
    // A browser may forbid its storage: then nothing is offered.
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  void locks?.request(lockOf(run), () => promise).catch(() => {})
  return resolve
}

/** K7 notes that a run ended in order, whether or not the server could be told. */
export function forgetRun(run: string, { storage }: RunRegistry): void {
  try {
    storage.setItem(storageKey, JSON.stringify(ownRuns(storage).filter(one => one !== run)))
  } catch {
    // A browser that forbids its storage has noted nothing.
  }
}

/** Of the runs that went silent, those of this browser whose tab is dead: others may only sleep. */
export async function deadRuns(rows: readonly RecoveryRow[], registry: RunRegistry): Promise<readonly RecoveryRow[]> {
  const own = new Set(ownRuns(registry.storage))
  const mine = rows.filter(({ run }) => own.has(run))
  if (mine.length === 0) return []
  const held = new Set((await registry.locks?.query())?.held?.map(({ name }) => name))
  return mine.filter(({ run }) => !held.has(lockOf(run)))
}

/** Read when it is used: a browser that forbids its storage throws then. */
export const browserRuns = (): RunRegistry => ({
  storage: {
    getItem: key => window.localStorage.getItem(key),
    setItem: (key, value) => window.localStorage.setItem(key, value),
  },
  locks: navigator.locks ?? null,
})

const storageKey = 'longhand-runs'
const maxRuns = 200
const lockOf = (run: string): string => `longhand-run-${run}`

function ownRuns(storage: RunRegistry['storage']): readonly string[] {
  try {
    const known: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(known) ? known.filter(run => typeof run === 'string') : []
  } catch {
    return []
  }
}
