import type { ConversationState } from 'longhand/client'
import type { CompactionProgress } from 'longhand/internal/client'
import { largestProtected } from 'longhand/internal/core'
import {
  offerOf,
  ownInstructions,
  readSnapshot,
  type Scope,
  type Snapshot,
  type TurnJob,
} from 'longhand/internal/engine'
import { clientNameOf } from './client-name.ts'
import { compactingNow } from './progress.ts'
import { titleOf } from './title.ts'

/** A conversation as its own screen needs it. */
export async function conversationState(scope: Scope): Promise<ConversationState> {
  const { store, conversation: id } = scope
  const [snapshot, turn, compacting] = await Promise.all([
    readSnapshot(scope),
    store.turns.latest(id),
    compactingNow(scope),
  ])
  const { conversation, status } = snapshot
  // Lists show the stored status, so a status that has changed is stored when its conversation is read.
  if (status.used !== conversation.status?.used) await store.conversations.note(id, status)
  return stateOf(scope, { snapshot, turn, compacting })
}

/** The same for a conversation just created. */
export async function newConversationState(scope: Scope, created: Snapshot): Promise<ConversationState> {
  await scope.store.conversations.note(scope.conversation, created.status)
  return stateOf(scope, { snapshot: created, turn: null, compacting: null })
}

type Shown = {
  readonly snapshot: Snapshot
  readonly turn: TurnJob | null
  readonly compacting: CompactionProgress | null
}

async function stateOf(scope: Scope, { snapshot, turn, compacting }: Shown): Promise<ConversationState> {
  const { conversation, layout, status, chatModel, policy } = snapshot
  const { id, head } = conversation
  return {
    id,
    title: titleOf(conversation),
    model: chatModel.name,
    project: conversation.project,
    client: clientNameOf(conversation),
    policy,
    ...ownInstructions(conversation.settings),
    version: conversation.version,
    head: head.depth,
    status,
    protected: largestProtected(layout),
    compaction: head.compaction,
    canUndo: head.compaction !== null,
    canRedo: head.undone !== null,
    turn: turn?.status === 'running' ? { id: turn.id } : null,
    compacting,
    offer: policy.automatic === 'ask' ? ((await offerOf(scope, conversation))?.id ?? null) : null,
  }
}
