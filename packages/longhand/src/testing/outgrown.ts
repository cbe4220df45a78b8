import { fork } from 'node:child_process'
import type { HostileText } from './growth/hostile-text.ts'

/** Something that reads texts, and the texts it is held against. */
export type Subject = {
  readonly name: string
  readonly run: (text: string) => unknown
  readonly texts: readonly HostileText[]
  /** The length to begin with: one at which what is slow can be measured already. */
  readonly start: number
}

/** Where a process finds its subjects: a module that exports `subjects(data)`. */
export type GrowthJob = { readonly subjects: string; readonly data: unknown; readonly from: number }

/**
 * The subjects of a module whose time outgrows the length of a text, a line each; the others are counted. They run in a
 * process of their own, so that one which never comes back is named and left, and the next one gets its turn. A thread
 * that is ended in the middle of a pattern sometimes takes its process with it.
 */
export async function outgrown(subjects: URL, data: unknown, patience = longest): Promise<Outgrown> {
  const faults: string[] = []
  let from = 0
  for (;;) {
    const left = await inProcess({ subjects: subjects.href, data, from }, faults, patience)
    from += left.done
    if (left.stuck === null) return { checked: from, faults }
    faults.push(`${left.stuck} does not come back`)
    from++
  }
}

export type Outgrown = { readonly checked: number; readonly faults: readonly string[] }

/** Milliseconds after which a subject is taken for one that never comes back: many times what one takes. */
const longest = 60_000

type Left = { readonly done: number; readonly stuck: string | null }
export type Told = { readonly name: string; readonly faults: readonly string[] | null }

function inProcess(job: GrowthJob, found: string[], patience: number): Promise<Left> {
  return new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: [] })
    let done = 0
    let stuck: string | null = null
    let timer: NodeJS.Timeout | undefined
    child.on('message', ({ name, faults }: Told) => {
      clearTimeout(timer)
      if (faults === null) {
        timer = setTimeout(() => {
          stuck = name
          child.kill('SIGKILL')
        }, patience)
        return
      }
      done++
      if (faults.length > 0) found.push([name, ...faults].join(' | '))
    })
    child.once('error', reject)
    child.once('exit', code => {
      clearTimeout(timer)
      if (code === 0 || stuck !== null) resolve({ done, stuck })
      else reject(new Error(`${program} ended with ${code}.`))
    })
    child.send(job)
  })
}

const program = new URL('./growth/growth.child.ts', import.meta.url)
