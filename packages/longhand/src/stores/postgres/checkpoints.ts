import { LonghandError } from '../../core/errors.ts'
import type { Checkpoint, Checkpoints, Restored } from '../../engine/ports/store-checkpoints.ts'
import { asSent, storable } from '../storable.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'
import { fromConversation, restoreText } from './conversations.ts'

export function checkpoints(call: Call): Checkpoints {
  return {
    create: async (conversation, { label, tags = [], kind = 'manual', used = null }) =>
      fromCheckpoint(
        await call('create_checkpoint', uuid(conversation), kind, storable(label), tags.map(storable), used),
      ),
    list: async conversation => (await call<Checkpoint[]>('list_checkpoints', uuid(conversation))).map(fromCheckpoint),
    update: async (conversation, id, { label, tags }) =>
      fromCheckpoint(
        await call(
          'update_checkpoint',
          uuid(conversation),
          ordinal(id),
          label === undefined ? null : storable(label),
          tags?.map(storable) ?? null,
        ),
      ),
    remove: async (conversation, id) => call('remove_checkpoint', uuid(conversation), ordinal(id)),
    restore: async (conversation, id) => {
      const answer = await call<Restored>('restore_checkpoint', uuid(conversation), ordinal(id))
      return { conversation: fromConversation(answer.conversation), before: fromCheckpoint(answer.before) }
    },
  }
}

export function fromCheckpoint(answer: Checkpoint): Checkpoint {
  return { ...answer, label: asSent(answer.label), tags: answer.tags.map(asSent), model: restoreText(answer.model) }
}

function ordinal(id: string): number {
  if (/^\d{1,9}$/.test(id)) return Number(id)
  throw new LonghandError(
    'not-found',
    `There is no checkpoint ${JSON.stringify(id.slice(0, 20))}: their ids are numbers.`,
  )
}
