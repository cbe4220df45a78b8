/** What to do at a named point: before or after a call of a port, such as `turns.start:before`. */
export type Failpoint = {
  /** The name given to `failpoint`, or `*` for any. */
  readonly name: string
  readonly action: FailAction
  /** Acts at this visit only, from 1; null acts at every visit. */
  readonly visit: number | null
}

/** `tell` lets everyone pass and says over the process's channel who came by. */
export type FailAction =
  | { readonly type: 'kill' | 'throw' | 'hang' | 'pause' | 'tell' }
  | { readonly type: 'sleep'; readonly ms: number }

type Armed = Failpoint & { visits: number }

/** Null while nobody asks for failures, so that a point costs one comparison. */
let armed: readonly Armed[] | null = null

/** A place where a test may make the world fail: `await failpoint('turns.start:before')`. */
export function failpoint(name: string): Promise<void> | undefined {
  return armed === null ? undefined : visit(name, armed)
}

/** Arms the points, in place of those armed before. `turns.start:after=kill@3; *=sleep(50)`: the third visit, and any. */
export function armFailpoints(points: string | readonly Failpoint[]): void {
  const list = typeof points === 'string' ? parseFailpoints(points) : points
  armed = list.map(point => ({ ...point, visits: 0 }))
}

/** Turns all points off and lets go of everyone who is paused. */
export function disarmFailpoints(): void {
  armed = null
  for (const name of paused.keys()) release(name)
}

/** Resolves when someone is paused at the point. */
export function reached(name: string): Promise<void> {
  return new Promise(resolve => {
    if (paused.has(name)) resolve()
    else waiting.push({ name, resolve })
  })
}

/** Lets everyone go who is paused at the point. */
export function release(name: string): void {
  const gone = paused.get(name) ?? []
  paused.delete(name)
  for (const resume of gone) resume()
}

export function parseFailpoints(text: string): readonly Failpoint[] {
  return text
    .split(';')
    .filter(piece => piece.trim() !== '')
    .map(piece => {
      const found = /^\s*([\w.:*-]+)=(kill|throw|hang|pause|tell|sleep\((\d+)\))(?:@(\d+))?\s*$/.exec(piece)
      if (found === null) throw new Error(`FAILPOINTS has "${piece.trim()}"; ${wanted}`)
      const [, name, action, ms, nth] = found
      return { name: name!, action: actionOf(action!, ms), visit: nth === undefined ? null : Number(nth) }
    })
}

const wanted = 'write name=kill, throw, hang, pause, tell or sleep(ms), and @n for the n-th visit only.'

const actionOf = (word: string, ms: string | undefined): FailAction =>
  ms === undefined ? { type: word as 'kill' } : { type: 'sleep', ms: Number(ms) }

async function visit(name: string, points: readonly Armed[]): Promise<void> {
  for (const point of points) {
    if (point.name !== name && point.name !== '*') continue
    point.visits++
    if (point.visit === null || point.visit === point.visits) await act(point.action, name)
  }
}

async function act(action: FailAction, name: string): Promise<void> {
  switch (action.type) {
    case 'throw':
      throw new Error(`Failpoint ${name}.`)
    case 'sleep':
      return new Promise(resolve => setTimeout(resolve, action.ms))
    case 'pause':
      return pause(name)
    case 'tell':
      process.send?.({ passed: name })
      return
    case 'kill':
      process.kill(process.pid, 'SIGKILL')
      return new Promise(() => {})
    case 'hang':
      return new Promise(() => {})
  }
}

const paused = new Map<string, (() => void)[]>()
let waiting: { readonly name: string; readonly resolve: () => void }[] = []

function pause(name: string): Promise<void> {
  return new Promise(resume => {
    paused.set(name, [...(paused.get(name) ?? []), resume])
    for (const one of waiting) if (one.name === name) one.resolve()
    waiting = waiting.filter(one => one.name !== name)
    tellParent?.(name)
  })
}

let tellParent: ((name: string) => void) | null = null

/**
 * For a process that a test starts with FAILPOINTS: it says over its channel where it is paused, and is let go by
 * `{ release: name }`.
 */
export function armFromEnvironment(): void {
  const points = process.env.FAILPOINTS
  if (points === undefined || points === '') return
  armFailpoints(points)
  if (process.send === undefined) return
  tellParent = name => {
    process.channel?.ref()
    process.send?.({ paused: name })
  }
  process.on('message', (said: { release?: unknown } | null) => {
    if (typeof said?.release === 'string') release(said.release)
    if (paused.size === 0) process.channel?.unref()
  })
  // Listening must not keep a process alive that has finished; being paused must.
  process.channel?.unref()
}
