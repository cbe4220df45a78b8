import type { Count } from './count.ts'
import type { FileTrace } from './reading/files.ts'

/** The files that tools created and changed, newest first, then those that were only read, as far as the budget goes. */
export function fileList(files: readonly FileTrace[], budget: number, count: Count): string {
  const written = files.filter(({ use }) => use !== 'read')
  const read = files.filter(({ use }) => use === 'read')
  const folder = folderOf(files.map(({ path }) => path))
  let left = budget - count(folder)
  const lines = [...written, ...read].flatMap(({ path, use, number }) => {
    const line = `${use} ${below(folder, path)} (¶${number})`
    left -= count(line) + 1
    if (left >= 0) return [line]
    // What was written must be there, if only by its name.
    return use === 'read' ? [] : [`${use} ${path.split('/').slice(-2).join('/')}`]
  })
  return [...(folder === '' ? [] : [`in ${folder}`]), ...lines].join('\n')
}

/** The folder whose name need not be repeated, because that saves most; empty when it saves next to nothing. */
function folderOf(paths: readonly string[]): string {
  const holds = new Map<string, number>()
  for (const folder of paths.flatMap(foldersAbove)) holds.set(folder, (holds.get(folder) ?? 0) + 1)
  const saved = ([folder, files]: readonly [string, number]): number => (files - 1) * folder.length - leastSaved
  const best = [...holds].toSorted((a, b) => saved(b) - saved(a))[0]
  return best !== undefined && saved(best) > 0 ? best[0] : ''
}

/** Characters that a heading of its own is worth. */
const leastSaved = 40

/** The last folder stays with its file: many files have a name that says nothing alone. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -2)
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`).filter(folder => folder !== '/')
}

const below = (folder: string, path: string): string =>
  folder !== '' && path.startsWith(folder) ? path.slice(folder.length) : path
