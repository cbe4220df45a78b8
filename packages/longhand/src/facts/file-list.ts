import type { CountTokens } from '../core/count.ts'
import type { FileUse } from './reading/files.ts'

/** The files that tools created and changed, newest first, then those that were only read, as far as the budget goes. */
export function fileList(files: readonly FileUse[], budget: number, count: CountTokens): string {
  const written = files.filter(({ use }) => use !== 'read')
  const read = files.filter(({ use }) => use === 'read')
  let left = budget
  const lines = [...written, ...read].flatMap(({ path, use, number }) => {
    const line = `${use} ${path} (¶${number})`
    left -= count(line) + 1
    if (left >= 0) return [line]
    // Written files are always listed, if only by name.
    return use === 'read' ? [] : [`${use} ${path.split('/').slice(-2).join('/')}`]
  })
  return lines.join('\n')
}
