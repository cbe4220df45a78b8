/** A client of a provider's own package, as far as tests use it. */
// biome-ignore lint/suspicious/noExplicitAny: the packages' types are theirs; what matters here is what they send and read.
export type Sdk = any

/** The packages that people use. They are loaded by name: nothing else here depends on them. */
export const load = async (name: string): Promise<Sdk> => import(name)

/** A package that speaks to a provider, used as its documentation says. */
export type SdkClient = {
  readonly protocol: 'anthropic' | 'openai-chat' | 'openai-responses'
  readonly open: (at: SdkServer) => Promise<SdkChat>
  /** What the package throws for an answer with a status, as a word that its users look for. */
  readonly errorName: (error: Sdk) => string
  /** The words it has for 400, 401, 429 and 500. */
  readonly errorNames: readonly [badRequest: string, badKey: string, rateLimited: string, unavailable: string]
}

export type SdkServer = {
  readonly url: string
  readonly key: string
  readonly model: string
  /** How often it tries again. */
  readonly retries: number
}

/** A conversation that the package's user keeps, in the package's own form. */
export type SdkChat = {
  /** Adds what a person says, with a picture if one is given. */
  say(text: string, picture?: string): void
  /** Adds what came of a call. */
  hand(call: HeardCall, output: string): void
  /** Asks with all of it, and adds the answer. */
  ask(how?: {
    readonly form?: 'whole' | 'stream'
    readonly signal?: AbortSignal
    readonly onText?: () => void
  }): Promise<HeardReply>
}

export type HeardReply = {
  readonly text: string
  readonly thinking: string
  readonly calls: readonly HeardCall[]
  /** Input tokens as the provider reported them. */
  readonly used: number
}

export type HeardCall = { readonly id: string; readonly name: string; readonly input: unknown }

/** The one tool of these clients. */
export const readTool = {
  name: 'read',
  description: 'Reads a file.',
  schema: { type: 'object', properties: { path: { type: 'string' } } },
} as const

/** A picture of one dot. */
export const dot: string =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
