import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process that does something to a storage and says, line by line, what was acknowledged. */
export type Child = {
  readonly lines: readonly string[]
  /** The first line that starts with these words. */
  says(words: string): Promise<string>
  signal(signal: NodeJS.Signals): void
  /** Kills it and reads what it said to the end. */
  kill(): Promise<void>
  readonly ended: Promise<void>
}

export function startChild(task: string, ...args: readonly string[]): Child {
  const file = join(import.meta.dirname, 'store-task.child.ts')
  const child = spawn(process.execPath, [file, task, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const waiting: { readonly words: string; readonly resolve: (line: string) => void }[] = []
  const reader = createInterface(child.stdout!)
  reader.on('line', line => {
    lines.push(line)
    for (const { words, resolve } of waiting) if (line.startsWith(words)) resolve(line)
  })
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(() => {})
  return {
    lines,
    says: async words => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      waiting.push({ words, resolve })
      for (const line of lines) if (line.startsWith(words)) resolve(line)
      ended.then(() => reject(new Error(`${task} ended without saying "${words}": ${lines.at(-1)}`)))
      return promise
    },
    signal: signal => void child.kill(signal),
    kill: async () => {
      if (isRunning(child)) child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

export const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
