import { checkMessage } from '../../core/check-message.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'
import { cancelCompaction, isPreparation } from '../compaction/compactor.ts'
import type { Scope } from '../engine.ts'
import { countMessage } from '../long-work/count-message.ts'
import type { TurnOpening } from '../ports/store-turns.ts'
import { type SendResult, startTurn } from './start-turn.ts'
import { newTurnRequest } from './turn-request.ts'

/** Something a person says. The id is the sender's: sending it again never writes twice. */
export type SendOptions = {
  readonly id: string
  readonly message: Message
  /** Write after this entry instead of the head: an edit, or a fork. Null edits the first message. */
  readonly after?: string | null
  readonly protect?: 'protect'
  /** Something for the model to read before it, stored together with it. */
  readonly ahead?: Message
  /** For a conversation that has no title yet, stored together with it. */
  readonly title?: string
  /** The conversation's settings from now on, stored together with it. */
  readonly settings?: Json
}

/** Stores what a person says, then lets the model answer in the background: leaving does not stop it, `stopTurn` does. */
export async function send(scope: Scope, sending: SendOptions): Promise<SendResult> {
  const message = checkMessage(sending.message)
  if (message.role !== 'user')
    throw new LonghandError('bad-message', 'Only a user message can be sent; its role must be user.')
  const { engine } = scope
  const { id, ahead, after, protect, title, settings } = sending
  const request = newTurnRequest(id, engine.newId)
  const written = async (name: string, said: Message) =>
    ({ id: name, type: 'message', message: said, count: await countMessage(engine, said) }) as const
  const before = ahead === undefined ? [] : [await written(`${request.prefix}ahead`, checkMessage(ahead))]
  const opening: TurnOpening = {
    type: 'say',
    entries: [...before, await written(id, message)],
    ...(after === undefined ? {} : { after }),
    ...(protect === undefined ? {} : { protection: `${request.prefix}protection` }),
    ...(title === undefined ? {} : { title }),
    ...(settings === undefined ? {} : { settings }),
  }
  return startTurn(scope, { id, request, opening }, started => started.opened)
}

/** The person wants the running answer to end here; what was shown stays. False when none runs. */
export async function stopTurn(scope: Scope): Promise<boolean> {
  const { engine, store, conversation } = scope
  const here = engine.activeTurns.get(conversation)
  here?.stop.abort('stop')
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  // F4 what runs in sight ends too; what is written ahead of need disturbs nobody.
  if (newest !== undefined && !isPreparation(newest)) await cancelCompaction(scope)
  return (await store.turns.stop(conversation)) || here !== undefined
}
