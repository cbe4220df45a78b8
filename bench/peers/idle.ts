import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Real time that is left at most to work beside a call, which takes longer than this by the simulated clock. */
const maxMs = 2_000
/** Where the system does not tell what a process does. */
const usualMs = 100
const pollMs = 5

/** Resolves when a process and those it has started have nothing to do, or a real call would have been over by now. */
export async function untilIdle(pid: number): Promise<void> {
  if (!existsSync('/proc/self/task')) return pause(usualMs)
  const until = performance.now() + maxMs
  // Between two pieces of work a process may look idle for a moment.
  for (let quiet = 0; quiet < 3 && performance.now() < until; ) {
    await pause(pollMs)
    quiet = isBusy(pid) ? 0 : quiet + 1
  }
}

function isBusy(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).some(thread => {
      const task = `/proc/${pid}/task/${thread}`
      const stat = readFileSync(`${task}/stat`, 'utf8')
      // The name before it is in parentheses and may hold anything.
      const state = stat[stat.lastIndexOf(')') + 2]
      return state === 'R' || state === 'D' || startedBy(task).some(isBusy)
    })
  } catch {
    // It has ended in the meantime.
    return false
  }
}

const startedBy = (task: string): readonly number[] =>
  readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
