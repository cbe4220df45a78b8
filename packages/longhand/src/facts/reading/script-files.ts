import { remember } from '../../core/remember.ts'
import { programOf } from './commands.ts'
import { diffFiles, type FileChange } from './patch-files.ts'
import { type ShellCommand, scriptParts, shellCommands } from './shell-script.ts'

/** The files that a shell script creates, changes and deletes, as far as it names them. */
export const scriptFiles = remember(readScriptFiles)

/** The same, read anew. */
export function readScriptFiles(script: string): readonly FileChange[] {
  const lists = new Map<string, readonly string[]>()
  let folder = ''
  let patches: readonly FileChange[] | null = null
  return shellCommands(script).flatMap(command => {
    const [program, ...rest] = programOf(command.words)
    if (program === 'for' && rest[1] === 'in') lists.set(rest[0]!, rest.slice(2, 2 + maxListed))
    if (program === 'cd' && rest[0] !== undefined) folder = pathIn(folder, rest[0])
    // The patches of a script are read once.
    if (patches === null && appliesPatch(program, rest)) {
      patches = patchesIn(script)
      return patches
    }
    return (
      [...redirected(command, program ?? ''), ...changesOf(program ?? '', rest)]
        .flatMap(change => (lists.get(variableIn(change.path)) ?? [change.path]).map(path => ({ ...change, path })))
        .filter(({ path }) => isPath.test(path) && !/^\/(?:dev|proc)\//.test(path))
        .map(change => ({ ...change, path: pathIn(folder, change.path) }))
        // A scratch file counts only when a text was written into it.
        .filter(({ path }) => command.hasInput || !isScratch.test(path))
    )
  })
}

const maxListed = 100

const appliesPatch = (program: string | undefined, words: readonly string[]): boolean =>
  program === 'patch' || (program === 'git' && words[0] === 'apply')

const isPath = /^(?=.*[A-Za-z])[^\s$*?{}<>|;&"'`()[\]=!-][^\n$*?{}<>|;&"'`()[\]]{0,300}$/

/** What a command prints into files; in a condition, `>` compares. */
const redirected = ({ writes }: ShellCommand, program: string): readonly FileChange[] =>
  program.startsWith('[') ? [] : created(writes)

const isScratch = /^\/(?:private\/)?(?:var\/)?tmp\//

function changesOf(program: string, words: readonly string[]): readonly FileChange[] {
  const operands = words.filter(word => word !== '' && !word.startsWith('-'))
  const hasOption = (option: RegExp): boolean => words.some(word => option.test(word))
  switch (program) {
    case 'git':
      return words[0] === 'mv' || (words[0] === 'rm' && !words.includes('--cached'))
        ? changesOf(words[0], words.slice(1))
        : []
    case 'tee':
      return hasOption(/^(?:-a|--append)$/) ? changed(operands) : created(operands)
    case 'touch':
      return created(operands)
    case 'sed':
    case 'perl':
      if (!hasOption(program === 'sed' ? /^(?:-[a-zA-Z]*i|--in-place)/ : /^-[a-z]*i/)) return []
      // Without an option for it, the first operand is the program; with one, its value is among the operands.
      return changed(operands.slice(Math.max(1, words.filter(word => /^-[a-zA-Z]*e$/.test(word)).length)))
    case 'rm':
      return deleted(operands)
    case 'mv':
      return [...deleted(operands.slice(0, -1)), ...created(targetsOf(operands))]
    case 'cp':
      return created(targetsOf(operands))
    default:
      return []
  }
}

const patchesIn = (script: string): readonly FileChange[] =>
  scriptParts(script).flatMap(({ kind, text }) => (kind === 'input' ? diffFiles(text) : []))

/** Where the files go: to a name, or into a folder under their own. */
function targetsOf(operands: readonly string[]): readonly string[] {
  const sources = operands.slice(0, -1)
  const target = operands.at(-1) ?? ''
  const isFolder = (source: string): boolean =>
    sources.length > 1 || target.endsWith('/') || (baseName(source).includes('.') && !baseName(target).includes('.'))
  return sources.map(source => (isFolder(source) ? `${target.replace(/\/$/, '')}/${baseName(source)}` : target))
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `$file` and `${file}` by their name. */
const variableIn = (word: string): string => /^\$\{?(\w{1,40})\}?$/.exec(word)?.[1] ?? ''

const pathIn = (folder: string, path: string): string =>
  folder === '' || /^[/~]/.test(path) ? path : `${folder.replace(/\/$/, '')}/${path.replace(/^\.\//, '')}`

const created = (paths: readonly string[]): readonly FileChange[] => paths.map(path => ({ path, use: 'created' }))
const changed = (paths: readonly string[]): readonly FileChange[] => paths.map(path => ({ path, use: 'changed' }))
const deleted = (paths: readonly string[]): readonly FileChange[] => paths.map(path => ({ path, use: 'deleted' }))
