import { type Begun, beginCompaction, type CompactionAsk } from './compactor.ts'
import type { Scope } from './engine.ts'
import { look } from './look.ts'

/** `/compact`: plans on what is there now and makes the compaction in the background. */
export async function compactNow(scope: Scope, ask: CompactionAsk): Promise<Begun> {
  return beginCompaction(scope, await look(scope), ask)
}
