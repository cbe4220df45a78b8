import type { Scope } from '../engine.ts'
import { followMemory } from '../memories/follow-memory.ts'
import type { Conversation, Place } from '../ports/store-conversations.ts'
import { emitCheckpoint } from './emit-checkpoint.ts'

/** Goes on from another place, or from there in a branch of its own. The store keeps a checkpoint of where one was. */
export async function moveHead(scope: Scope, to: Place, how: 'move' | 'fork'): Promise<Conversation> {
  const moved = await followMemory(scope, () => scope.store.branches[how](scope.conversation, to))
  emitCheckpoint(scope, 'before-restore')
  return moved
}
