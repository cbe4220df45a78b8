/** Runs work under a name one after the other, in the order it was asked for. What `hold` is given is part of the work. */
export type OneAtATime = <Result>(name: string, act: (hold: Hold) => Promise<Result>) => Promise<Result>

type Hold = (until: Promise<unknown>) => void

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return (name, act) => {
    const held: Promise<unknown>[] = []
    const start = () => act(until => held.push(until))
    const mine = (last.get(name) ?? Promise.resolve()).then(start)
    const done = mine.then(ignore, ignore).then(async () => {
      await Promise.allSettled(held)
      if (last.get(name) === done) last.delete(name)
    })
    last.set(name, done)
    return mine
  }
}

const ignore = () => {}
