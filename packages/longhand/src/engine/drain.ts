import type { Engine, UnderWay } from './engine.ts'

/** Ends what this process is doing, keeping what was shown: for a shutdown that loses nothing. */
export async function drain({ ending, underWay }: Engine): Promise<void> {
  ending.abort('shutdown')
  // What ends may begin something else on its way out.
  while (underWay.size > 0) {
    for (const { stop } of underWay) stop.abort('shutdown')
    await Promise.allSettled([...underWay].map(({ done }) => done))
  }
}

/** Keeps a shutdown waiting for something that runs in the background: storage must not be closed under it. */
export function holdOpen({ ending, underWay }: Engine, work: UnderWay): void {
  if (ending.signal.aborted) work.stop.abort('shutdown')
  underWay.add(work)
  const over = () => underWay.delete(work)
  work.done.then(over, over)
}
