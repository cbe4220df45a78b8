import type { TurnJob } from '../ports/store-turns.ts'

/** What a turn has stored about itself, so that whoever takes it over knows where its answer belongs. */
export type TurnRequest = {
  /** The message that it answers. */
  readonly answers: string
  /** Begins the id of every entry that the engine writes for it. */
  readonly prefix: string
}

/** The prefix is nothing that a client could have sent, and nothing that an import could have known. */
export const newTurnRequest = (answers: string, newId: () => string): TurnRequest => ({
  answers,
  prefix: `${newId()}/`,
})

type Named = Pick<TurnJob, 'id' | 'request'>

/** Turns of earlier versions stored none: they were named after their message, with a `~` more each time they began again. */
export function requestOf({ id, request }: Named): TurnRequest {
  const { answers = id.replace(/(?<!~)~+$/, ''), prefix = `${id}.` } = (request ?? {}) as Partial<TurnRequest>
  return { answers, prefix }
}

/** The id of what a step leaves behind: known beforehand, so that storing it again after a crash writes nothing twice. */
export const stepEntryId = (turn: Named, step: number, at: number): string => `${requestOf(turn).prefix}${step}.${at}`
