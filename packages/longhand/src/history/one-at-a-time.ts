/** Calls that come while another runs wait for it, so that none sees a history half stored. */
export function oneAtATime(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const mine = last.then(act, act)
    last = mine.catch(() => undefined)
    return mine
  }
}
