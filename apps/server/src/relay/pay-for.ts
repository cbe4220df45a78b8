import { LonghandError } from 'longhand'
import type { HeardAnswer, RelayedRequest } from 'longhand/internal/relay'
import { currentEngine } from '../app-context.ts'
import { callOf, type Passing } from './passing.ts'

/** H8.11 a request that the server's keys pay for, from before it is sent. */
export type PaidRequest = {
  readonly answered: (answer: HeardAnswer & { readonly complete: boolean }) => void
  readonly refused: () => void
  /** It was not answered. One that its client has left may be all the same, and is paid for. */
  readonly failed: (error: unknown) => never
}

/** Notes a request by an estimate, until its answer tells what it took. */
export function payFor(passing: Passing, { body }: Pick<RelayedRequest, 'body'>): PaidRequest {
  const { context, c, target } = passing
  const { model } = callOf(passing)
  const { window } = currentEngine(context).models.find(model).room
  const bytes = body.reduce((sum, { length }) => sum + length, 0)
  // What is accepted fits, and pictures have more bytes than tokens.
  const input = Math.ceil(Math.min(bytes / bytesPerToken, window ?? Number.POSITIVE_INFINITY))
  const paid = context.spending.begin({ owner: c.var.owner, model, counted: { input, output: usualOutput } })
  return {
    refused: paid.refused,
    answered({ message, usage, complete }) {
      const said = Math.ceil(JSON.stringify(message).length / bytesPerToken)
      // Whoever leaves before the report has read what was said so far.
      const known = usage === null || complete ? usage : { ...usage, output: Math.max(usage.output, said) }
      paid.answered(known, { input, output: said })
    },
    failed(error) {
      const isLeft = error instanceof LonghandError && error.code === 'cancelled'
      if (!isLeft || target.upstream === null) paid.refused()
      throw error
    },
  }
}

/** Fewer than in any text that people write. */
const bytesPerToken = 3
/** What an answer is taken for until it has come. */
const usualOutput = 1_000
