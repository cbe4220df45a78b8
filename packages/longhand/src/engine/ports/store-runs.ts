import type { Checkpoint } from './store-checkpoints.ts'

/** A server, terminal or browser tab that has a conversation open. */
export type Run = {
  readonly id: string
  readonly conversation: string
  readonly client: 'server' | 'terminal' | 'web'
  readonly startedAt: number
  readonly seenAt: number
}

export interface Runs {
  /** Also opens another conversation in a run that is attached already. */
  attach(run: { readonly id: string; readonly conversation: string; readonly client: Run['client'] }): Promise<void>
  /** False when the run is not known any more: attach again. */
  beat(id: string): Promise<boolean>
  /** A clean end: nothing to recover. */
  leave(id: string): Promise<void>
  /** Runs that went silent without leaving, newest first: what a start screen offers to resume. */
  unclean(options: { readonly silentMs: number }): Promise<readonly Recovery[]>
}

export type Recovery = {
  readonly run: Run
  readonly title: string | null
  /** The newest checkpoint of its conversation. */
  readonly checkpoint: Checkpoint | null
}
