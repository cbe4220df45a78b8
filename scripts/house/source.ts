import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ESTree, type ParseResult, parseSync, Visitor } from 'rolldown/utils'
import { root } from '../root.mjs'

/** A file of the project that is TypeScript or JavaScript, parsed as far as the rules of the house look at it. */
export type Source = {
  /** From the root of the repository, with `/`. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
  /** The names a file exports, declared here or passed on. */
  readonly exports: readonly string[]
  readonly program: ESTree.Program
  readonly comments: ParseResult['comments']
}

export type Import = { readonly from: string; readonly kind: 'value' | 'type'; readonly names: 'some' | 'all' }

/** Every source of the repository. */
export const sources: readonly Source[] = files(root)
  .filter(path => /\.(ts|tsx|mjs)$/.test(path))
  .map(path => parse(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')))

export const isTest = ({ path }: Source): boolean => /\.(test|spec|child)\.tsx?$/.test(path)

/** The files of the library that people run, by their path inside it. */
export const inLibrary = ({ path }: Source): string | null =>
  path.startsWith(library) ? path.slice(library.length) : null

const library = 'packages/longhand/src/'

/** All files below a folder, without what is built or installed. */
export function files(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    if (['node_modules', 'dist', 'coverage', 'test-results', '.git', '.longhand'].includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : [path]
  })
}

/** Parsed when it is first looked at: most rules look at few files. */
export function parse(path: string, text: string): Source {
  let parsed: ParseResult | undefined
  const result = (): ParseResult => {
    parsed ??= parseSync(path, text)
    if (parsed.errors[0] !== undefined) throw new Error(`${path} does not parse: ${parsed.errors[0].message}`)
    return parsed
  }
  return {
    path,
    text,
    get program() {
      return result().program
    },
    get comments() {
      return result().comments
    },
    get imports() {
      return importsOf(result().program)
    },
    get exports() {
      const entries = result().module.staticExports.flatMap(({ entries }) => entries)
      return entries.flatMap(({ exportName }) => exportName.name ?? [])
    },
  }
}

/** Import and export statements, `import()` and `import('…').Type`. */
function importsOf(program: ESTree.Program): readonly Import[] {
  const found: Import[] = []
  new Visitor({
    ImportDeclaration: ({ source, importKind }) =>
      found.push({ from: source.value, kind: importKind ?? 'value', names: 'some' }),
    ExportNamedDeclaration: ({ source, exportKind }) =>
      source && found.push({ from: source.value, kind: exportKind ?? 'value', names: 'some' }),
    ExportAllDeclaration: ({ source, exportKind }) =>
      found.push({ from: source.value, kind: exportKind ?? 'value', names: 'all' }),
    ImportExpression: ({ source }) =>
      source.type === 'Literal' && found.push({ from: String(source.value), kind: 'value', names: 'some' }),
    TSImportType: ({ source }) => found.push({ from: source.value, kind: 'type', names: 'some' }),
  }).visit(program)
  return found
}
