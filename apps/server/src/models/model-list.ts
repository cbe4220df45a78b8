import type { ModelRow } from 'longhand/client'
import type { Models } from 'longhand/engine'

/** The models that people can choose, and those who answer for them. */
export type ModelList = Models & {
  readonly rows: readonly ModelRow[]
  /** Throws `not-found` for a name that nobody can choose. */
  check(model: string): void
}
