/** A program of somebody else that works with tools, as its documentation says to start it without a screen. */
export type Agent = {
  readonly name: string
  readonly package: string
  /** What it asks for at the provider. */
  readonly model: string
  readonly provider: 'anthropic' | 'openai'
  /** Its tool that runs commands. */
  readonly shell: string
  readonly shellInput: (command: string) => Readonly<Record<string, string | boolean>>
  readonly start: (place: AgentPlace) => AgentStart
}

/** Where an agent is run: an empty home, and the server that it takes for its provider. */
export type AgentPlace = {
  readonly home: string
  readonly url: string
  readonly key: string
  readonly task: string
  /** The folder of its package, or of another that came with it. */
  readonly folderOf: (name: string) => string
}

export type AgentStart = {
  /** Files in its home, by their paths there. */
  readonly files?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
  readonly command: string
  readonly args: readonly string[]
}
