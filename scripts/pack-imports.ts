import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Trial } from './pack-installs.ts'
import { type Cell, table } from './table.ts'

/** What an app imports, and what it imports besides when it adopts the library. */
const adoptions = [
  ['', 'longhand'],
  ['ai', 'longhand/ai-sdk'],
] as const

const runs = 15

/** How much longer an app takes to load with the library, in the folder that has both: medians of cold processes. */
export function measureImports({ folder, env }: Trial): string {
  const cwd = join(folder, 'longhand-ai-sdk')
  const rows = adoptions.map(([before, door]): readonly Cell[] => {
    const times = Array.from({ length: runs }, () =>
      [before, [before, door].join(' ')].map(names => load(names, cwd, env)),
    )
    const [alone, both] = [0, 1].map(at => median(times.map(pair => pair[at]!)))
    return [door, before || '–', Math.round(alone!), Math.round(both!), Math.round(both! - alone!)]
  })
  return table(['door', 'the app imports', 'ms', 'with the door, ms', 'more, ms'], rows)
}

/** How long a new process takes to import packages. */
function load(names: string, cwd: string, env: NodeJS.ProcessEnv): number {
  const program = `const from = performance.now()
    for (const name of ${JSON.stringify(names.split(' ').filter(Boolean))}) await import(name)
    console.log(performance.now() - from)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, env, encoding: 'utf8' }))
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
