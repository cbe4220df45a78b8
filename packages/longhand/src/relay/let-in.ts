import { emitStatus, isToPrepare, prepare } from '../engine/compaction/fit.ts'
import { trackBackground } from '../engine/drain.ts'
import type { Scope } from '../engine/engine.ts'
import { warnOfError } from '../engine/report-bug.ts'
import { readSnapshot, type Snapshot } from '../engine/snapshot.ts'
import type { RelayCall } from './relay-call.ts'

/** Whether a request was let in; a promise until its provider has said so. */
type LetIn = RelayCall['letIn']

/** What else a request leads to that is passed on, when it is stored. H4.37 nothing, with a key that its provider refuses. */
export function followUp(
  scope: Scope,
  { read, letIn }: { readonly read: Promise<Snapshot>; readonly letIn: LetIn },
): void {
  const prepared = read.then(async snapshot => {
    emitStatus(scope, snapshot)
    if (isToPrepare(snapshot) && (await letIn) !== false) await prepare(scope, await readSnapshot(scope))
  })
  const done = prepared.catch(error => warnOfError(scope, error))
  trackBackground(scope.engine, { stop: new AbortController(), done })
}

/** H4.37 what was begun to make a request fit, and goes on beside it, ends when its provider refuses the key. */
export async function unlessRefused(scope: Scope, letIn: LetIn, fit: () => Promise<Snapshot>): Promise<Snapshot> {
  const running = () => scope.engine.activeCompactions.get(scope.conversation)
  const before = running()
  const snapshot = await fit()
  const begun = running()
  if (begun !== before)
    letIn?.then(isLetIn => {
      if (!isLetIn) begun?.stop.abort('cancelled')
    })
  return snapshot
}
