/** A provider that a person has connected on the page. */
export type Connection = {
  /** A hosted provider's, or one's own for a server that speaks the protocol of OpenAI. */
  readonly name: string
  /** Null for a server that needs none. */
  readonly key: string | null
  /** Null for the provider's own address. */
  readonly baseURL: string | null
  /** Those that people are offered. */
  readonly models: readonly string[]
}
