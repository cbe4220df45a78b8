import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { RecordedMessage } from '../../evals/corpus.ts'
import type { Session } from './adapter.ts'
import type { Library } from './library.ts'

/** What a library's process can be told to do. */
export type Order =
  | {
      readonly type: 'open'
      readonly session: Omit<Session, 'variant' | 'result'>
      readonly results: readonly (readonly [string, string])[]
    }
  | { readonly type: 'fill'; readonly messages: readonly RecordedMessage[] }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'resume' | 'history' | 'close' }

export type OrderResult = { readonly error: string | null; readonly texts: readonly string[]; readonly cpuMs: number }

export type LibraryProcess = {
  readonly pid: number
  readonly importMs: number
  readonly versions: Readonly<Record<string, string>>
  readonly tell: (order: Order) => Promise<OrderResult>
  readonly stop: () => void
}

/** No order takes longer. */
const maxMs = 240_000

/** Starts a library in a process of its own; fails when it cannot be loaded. */
export async function startLibrary({ adapter, variant }: Library): Promise<LibraryProcess> {
  const child = fork(join(import.meta.dirname, 'library.child.ts'), [join(import.meta.dirname, adapter), variant], {
    // Answers of several megabytes travel as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', process.env.PEERS_VERBOSE ? 'inherit' : 'ignore', 'ipc'],
    env: { ...process.env, OPENAI_API_KEY: 'none', MASTRA_TELEMETRY_DISABLED: '1', LANGSMITH_TRACING: 'false' },
  })
  const next = <Message>(): Promise<Message> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => ended('took too long'), maxMs)
      const ended = (how: unknown): void => {
        finish()
        child.kill()
        reject(new Error(`The process of ${adapter} ended: ${how}`))
      }
      const came = (message: unknown): void => {
        finish()
        resolve(message as Message)
      }
      const finish = (): void => {
        clearTimeout(timer)
        child.off('exit', ended).off('message', came)
      }
      child.on('exit', ended).on('message', came)
    })
  const ready = await next<{ readonly importMs: number; readonly versions: Readonly<Record<string, string>> }>()
  return {
    ...ready,
    pid: child.pid!,
    tell: order => {
      const result = next<OrderResult>()
      child.send(order)
      return result
    },
    stop: () => void child.kill(),
  }
}
