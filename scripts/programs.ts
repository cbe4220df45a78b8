import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a file next to a `main.ts` exports to be started by its name. */
export type Program = { readonly run: (args: readonly string[]) => Promise<void> | void }

/** What a command line asks for: `core tokens --json` runs two programs, each with `--json`. */
export type Request =
  | { readonly type: 'run'; readonly names: readonly string[]; readonly args: readonly string[] }
  | { readonly type: 'list'; readonly unknown: readonly string[] }

/** Starts the programs of a folder that the command line names, one after the other. */
export async function runPrograms(folder: string, line: readonly string[]): Promise<void> {
  const known = programsIn(folder)
  const request = understand(line, known)
  if (request.type === 'list') {
    const sorry = request.unknown.length > 0 ? `There is no ${request.unknown.join(' and no ')}. ` : ''
    console.error(`${sorry}Name one or more of: ${known.join(', ') || '(none is written yet)'}.`)
    process.exitCode = 1
    return
  }
  for (const name of request.names) {
    const program: Program = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
    try {
      await program.run(request.args)
    } catch (error) {
      if (!isUnknownOption(error)) throw error
      console.error(error.message)
      process.exitCode = 1
    }
  }
}

/** What `parseArgs` throws for a command line that it does not understand. */
const isUnknownOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

export function understand(line: readonly string[], known: readonly string[]): Request {
  const flag = line.findIndex(word => word.startsWith('-'))
  const names = flag < 0 ? line : line.slice(0, flag)
  const unknown = names.filter(name => !known.includes(name))
  if (names.length === 0 || unknown.length > 0) return { type: 'list', unknown }
  return { type: 'run', names, args: line.slice(names.length) }
}

/** The names of the files in a folder that export `run`; parts that programs share do not. */
export function programsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter(file => /^export (async function|function|const) run\b/m.test(readFileSync(join(folder, file), 'utf8')))
    .map(file => file.slice(0, -'.ts'.length))
    .toSorted()
}
