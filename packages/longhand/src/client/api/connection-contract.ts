/** How a person wants to reach a provider. Its key goes to the server and never comes back. */
export type ConnectionRequest = {
  /** `anthropic`, `openai`, `google`, `openrouter`, or a name of one's own for a server that speaks OpenAI's protocol. */
  readonly name: string
  /** Null for a server that needs none. */
  readonly key: string | null
  /** Null for the provider's own address. */
  readonly baseURL: string | null
}

/** What a provider said when it was asked for its models. */
export type ConnectionTestResult =
  | { readonly outcome: 'failed'; readonly sentence: string }
  | {
      readonly outcome: 'works'
      readonly sentence: string
      /** The address that answered: `/v1` may be missing in what was pasted. */
      readonly baseURL: string | null
      /** The models that it lists; empty when it lists none. */
      readonly models: readonly string[]
      /** Those that most people want. */
      readonly suggested: readonly string[]
    }

/** A model server that runs on this machine. */
export type LocalServerRow = {
  readonly name: string
  readonly baseURL: string
  readonly models: readonly string[]
}
