import type { RecordedMessage } from '../../evals/corpus.ts'

/** What an adapter file exports: how one library has a conversation. */
export type Adapter = {
  /** The packages that are measured, with the versions that were loaded. */
  readonly versions: Readonly<Record<string, string>>
  readonly variants: readonly string[]
  readonly open: (session: Session) => Promise<Agent>
}

export type Session = {
  readonly url: string
  readonly window: number
  readonly system: string
  readonly tools: readonly string[]
  readonly variant: string
  /** What a tool answers to a call. */
  readonly result: (callId: string) => string
}

/** An agent of a library. Errors that an app would be shown are thrown. */
export type Agent = {
  readonly say: (text: string) => Promise<unknown>
  /** Goes on after an error. */
  readonly resume: () => Promise<unknown>
  /** Every text that the person can still be shown. */
  readonly history: () => Promise<readonly string[]> | readonly string[]
  /** Puts messages into the history without asking a model. */
  readonly fill?: (messages: readonly RecordedMessage[]) => Promise<unknown> | unknown
  /** Processor time that processes of its own took since it was last asked. */
  readonly otherCpuMs?: () => Promise<number>
  readonly close?: () => Promise<unknown> | unknown
}
