/** Runs work under a name one after the other, in the order it was asked for. */
export type OneAtATime = <Result>(name: string, act: () => Promise<Result>) => Promise<Result>

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return (name, act) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(act, act)
    const done = mine.then(ignore, ignore).then(() => {
      if (last.get(name) === done) last.delete(name)
    })
    last.set(name, done)
    return mine
  }
}

const ignore = () => {}
