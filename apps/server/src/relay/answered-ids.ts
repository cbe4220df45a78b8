import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { reportBug, trackBackground } from 'longhand/internal/engine'
import { answerIds, type HeardAnswer } from 'longhand/internal/relay'
import { type Passing, sharesKeys } from './passing.ts'

/** H4.12 notes which ids of the provider an owner was answered, for every process, where others have the same keys. */
export function noteAnswered(passing: Passing, answer: HeardAnswer): void {
  if (!sharesKeys(passing)) return
  const { context, c, endpoint, body } = passing
  const ids = answerIds({ ...body, protocol: endpoint.protocol }, answer)
  if (ids.length === 0) return
  const { owner } = c.var
  const done = answeredOf(passing)
    .note(namesOf(passing, ids))
    .catch(error => reportBug(context.engine, error, { owner, during: 'turn' }))
  trackBackground(context.engine, { stop: new AbortController(), done })
}

/** Whether an owner was answered all of these. What another process has just passed on may be noted in a moment. */
export async function wereAnswered(passing: Passing, ids: readonly string[]): Promise<boolean> {
  const names = namesOf(passing, ids)
  if (await answeredOf(passing).knows(names)) return true
  await setTimeout(noteMs)
  return answeredOf(passing).knows(names)
}

/** More than a note takes. Nobody waits for it but who would be refused. */
const noteMs = 300

const answeredOf = ({ context, c }: Passing) => context.engine.storage.as(c.var.owner).answered

/** Ids have too many letters to be guessed, and processes need not have a secret in common. */
const namesOf = ({ c }: Passing, ids: readonly string[]): readonly string[] =>
  ids.map(id => createHash('sha256').update(`${c.var.owner} ${id}`).digest('base64url'))
