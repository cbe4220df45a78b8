import type { BackgroundWork, Engine } from './engine.ts'

/** Ends what this process is doing, keeping what was shown: for a shutdown that loses nothing. */
export async function drain({ shutdown: ending, background }: Engine): Promise<void> {
  ending.abort('shutdown')
  // What ends may begin something else on its way out.
  while (background.size > 0) {
    for (const { stop } of background) stop.abort('shutdown')
    await Promise.allSettled([...background].map(({ done }) => done))
  }
}

/** Keeps a shutdown waiting for something that runs in the background: storage must not be closed under it. */
export function trackBackground({ shutdown: ending, background }: Engine, work: BackgroundWork): void {
  if (ending.signal.aborted) work.stop.abort('shutdown')
  background.add(work)
  const over = () => background.delete(work)
  work.done.then(over, over)
}
