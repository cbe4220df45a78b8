import type { TurnJob } from '../ports/store-turns.ts'

/** How many model calls one turn may take; a model that calls tools for ever is stopped here. Agents take hundreds. */
export const maxSteps = 500

/** What a turn has stored about itself, so that whoever takes it over knows where its answer belongs. */
export type TurnRequest = {
  /** The message that it answers, or goes on after. */
  readonly answers: string
  /** Begins the id of every entry that the engine writes for it. */
  readonly prefix: string
  /** Its answer goes on in mid-sentence where the one before it was cut off. */
  readonly continues?: true
}

/** The prefix is nothing that a client could have sent, and nothing that an import could have known. */
export const newTurnRequest = (answers: string, newId: () => string): TurnRequest => ({
  answers,
  prefix: `${newId()}/`,
})

type Named = Pick<TurnJob, 'id' | 'request'>

/** Turns of earlier versions stored none: they were named after their message, with a `~` more each time they began again. */
export function requestOf({ id, request }: Named): TurnRequest {
  const {
    answers = id.replace(/(?<!~)~+$/, ''),
    prefix = `${id}.`,
    continues,
  } = (request ?? {}) as Partial<TurnRequest>
  return { answers, prefix, ...(continues === true && { continues }) }
}

/** The id of what a step leaves behind: known beforehand, so that storing it again after a crash writes nothing twice. */
export const stepEntryId = (turn: Named, step: number, at: number): string => `${requestOf(turn).prefix}${step}.${at}`
