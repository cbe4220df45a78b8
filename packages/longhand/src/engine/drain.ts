import type { Engine } from './engine.ts'

/** Ends what this process is doing, keeping what was shown: for a shutdown that loses nothing. */
export async function drain(engine: Engine): Promise<void> {
  for (const { stop } of engine.answering.values()) stop.abort('shutdown')
  for (const { stop } of engine.compacting.values()) stop.abort('shutdown')
  const all = [...engine.answering.values(), ...engine.compacting.values()]
  await Promise.allSettled(all.map(({ done }) => done))
}
