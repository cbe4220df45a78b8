import type { LonghandServer } from './server.ts'

/** Storage that hangs must not keep the process alive for ever. */
const shutdownMs = 15_000

/**
 * Serves until a signal, and ends the process. SIGTERM comes from whoever runs the server: answers may finish. Ctrl-C comes
 * from a person who wants it to end: what was shown of them is stored. The next signal ends the waiting, or the process.
 */
export async function endBySignal(server: LonghandServer): Promise<never> {
  const first = await nextSignal()
  const hurry = new AbortController()
  const draining = first === 'SIGTERM' ? server.drain(hurry.signal) : Promise.resolve()
  void draining.then(nextSignal).then(() => process.exit(1))
  void nextSignal().then(() => hurry.abort())
  await draining
  const late = setTimeout(() => process.exit(1), shutdownMs)
  await server.close()
  clearTimeout(late)
  process.exit(0)
}

const nextSignal = (): Promise<'SIGINT' | 'SIGTERM'> =>
  new Promise(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name))
  })
