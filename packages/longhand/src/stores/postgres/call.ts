import type { Fence } from '../../engine/ports/store-turns.ts'
import type { Change } from '../notifier.ts'
import { uuid } from '../uuid.ts'
import { joinChunks } from './json-parameter.ts'
import { storeError } from './store-error.ts'

/** What the store needs of a database; a `pg` pool and PGlite both have it. */
export type Sql = {
  /** Whether it takes JSON in chunks; otherwise it gets one text. */
  readonly takesChunks?: true
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>
}

/** Calls one of the SQL functions that the store is made of: one statement, one round trip, one commit. */
export type Call = <Answer>(name: string, ...values: readonly unknown[]) => Promise<Answer>

export const caller =
  (sql: Sql, onChange?: (change: Change) => void): Call =>
  async <Answer>(name: string, ...values: readonly unknown[]) => {
    const marks = values.map((_, at) => `$${at + 1}`).join(', ')
    const given = sql.takesChunks ? [...values] : values.map(joinChunks)
    try {
      // Columns are evaluated in this order.
      const text = `select longhand.${name}(${marks}) as answer, current_setting('longhand.changes', true) as changes`
      const { answer, changes } = (await sql.query<Answered<Answer>>(text, given)).rows[0]!
      if (changes && onChange) for (const line of changes.trimEnd().split('\n')) onChange(JSON.parse(line))
      return answer
    } catch (error) {
      throw storeError(error)
    }
  }

/** What the function answers, and what it has changed: a line of JSON for each, null or empty when nothing. */
type Answered<Answer> = { readonly answer: Answer; readonly changes: string | null }

/** A fence as the first parameters of a function. */
export const fenceValues = ({ conversation, id, attempt }: Fence) => [uuid(conversation), id, attempt] as const

/** The same, with the owner in front of every call. */
export const callerFor =
  (call: Call, owner: string): Call =>
  (name, ...values) =>
    call(name, owner, ...values)
