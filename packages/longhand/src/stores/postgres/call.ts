import { JsonParameter } from './json-parameter.ts'
import { storeError } from './store-error.ts'

/** The little that a database must be able to do. A `pg` pool and PGlite both are one. */
export type Sql = {
  /** Whether it takes JSON in pieces; whoever does not gets it as one text. */
  readonly takesPieces?: true
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>
}

/** Calls one of the SQL functions that the store is made of: one statement, one round trip, one commit. */
export type Call = <Answer>(name: string, ...values: readonly unknown[]) => Promise<Answer>

export const caller =
  (sql: Sql): Call =>
  async <Answer>(name: string, ...values: readonly unknown[]) => {
    const marks = values.map((_, at) => `$${at + 1}`).join(', ')
    const given = sql.takesPieces ? [...values] : values.map(joined)
    try {
      const { rows } = await sql.query<{ answer: Answer }>(`select longhand.${name}(${marks}) as answer`, given)
      return rows[0]!.answer
    } catch (error) {
      throw storeError(error)
    }
  }

const joined = (value: unknown): unknown => (value instanceof JsonParameter ? value.pieces.join('') : value)

/** The same, with the owner in front of every call. */
export const callerFor =
  (call: Call, owner: string): Call =>
  (name, ...values) =>
    call(name, owner, ...values)
