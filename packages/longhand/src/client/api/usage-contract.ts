/** What all answers of a conversation took, on all of its branches: tokens, milliseconds and dollars. */
export type UsageResponse = {
  /** How often a model was called, as far as its provider reported tokens. */
  readonly answers: number
  readonly input: number
  readonly output: number
  readonly ms: number
  readonly cost: number
  /** How many of the calls nobody knows a price for; the cost leaves them out. */
  readonly unpriced: number
}
