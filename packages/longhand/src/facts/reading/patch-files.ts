/** What was done to a file. */
export type FileChange = { readonly path: string; readonly use: 'created' | 'changed' | 'deleted' }

/** The files of the patches in a text that have the form of `apply_patch`, also where they stand inside a string. */
export function patchFiles(text: string): readonly FileChange[] {
  if (!text.includes('*** ')) return []
  const lines = text.includes('*** Begin Patch\\n') ? text.replaceAll('\\n', '\n') : text
  const found: FileChange[] = []
  for (const [, verb, name] of lines.matchAll(patchLine)) {
    const path = name!.trim()
    if (verb !== 'Move to') found.push({ path, use: uses[verb as keyof typeof uses] })
    else found.push({ path: found.pop()?.path ?? path, use: 'deleted' }, { path, use: 'created' })
  }
  return found
}

const patchLine = /^\*\*\* (Add File|Update File|Delete File|Move to): (.{1,400})$/gm
const uses = { 'Add File': 'created', 'Update File': 'changed', 'Delete File': 'deleted' } as const

/** The files of a unified diff. */
export const diffFiles = (text: string): readonly FileChange[] =>
  [...text.matchAll(diffHeads)].map(([, before, after]) => {
    if (after === '/dev/null') return { path: withoutSide(before!), use: 'deleted' }
    return { path: withoutSide(after!), use: before === '/dev/null' ? 'created' : 'changed' }
  })

const diffHeads = /^--- ([^\t\n]{1,400})[^\n]*\n\+\+\+ ([^\t\n]{1,400})/gm

const withoutSide = (path: string): string => path.trim().replace(/^[ab]\//, '')
