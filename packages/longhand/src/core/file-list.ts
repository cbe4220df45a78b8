import type { Count } from './count.ts'
import type { FileTrace } from './reading/files.ts'
import { inside } from './reading/folder.ts'

/** The files that tools created and changed, newest first, then those that were only read, as far as the budget goes. */
export function fileList(
  files: readonly FileTrace[],
  folder: string | null,
  { budget, count }: { readonly budget: number; readonly count: Count },
): string {
  const lines = folder === null ? [] : [`Paths are from ${folder}/ on.`]
  let left = budget - lines.reduce((sum, line) => sum + count(line), 0)
  const written = files.filter(({ use }) => use !== 'read')
  for (const file of [...written, ...files.filter(({ use }) => use === 'read')]) {
    const line = `${file.use} ${inside(file.path, folder)} (¶${file.number})`
    left -= count(line) + 1
    if (left >= 0) lines.push(line)
    // What was written must be there, if only by its name.
    else if (file.use !== 'read') lines.push(`${file.use} ${file.path.slice(file.path.lastIndexOf('/') + 1)}`)
  }
  return lines.join('\n')
}
