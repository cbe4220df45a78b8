import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import type { ESTree } from 'rolldown/utils'
import { publicDoors } from '../house/doors.ts'
import { parse } from '../house/source.ts'
import { root } from '../root.mjs'

/** A name that people can import, or a type that one is made of. */
export type PublicName = {
  readonly name: string
  readonly file: string
  /** The words of the comment above it; empty when there is none. */
  readonly comment: string
  /** As TypeScript declares it to others. */
  readonly declaration: string
  /** What of its file has a type that only a compiler can infer. */
  readonly inferred: readonly string[]
  /** The types that it is made of: the members of a union, what is extended or narrowed. */
  readonly madeOf: readonly string[]
}

/** The public names of each door, in the order of their spelling. */
export const publicNames = (): ReadonlyMap<string, readonly PublicName[]> =>
  new Map(
    Object.entries(publicDoors).map(([door, path]) => [
      posix.join('longhand', door),
      namesIn(posix.join('packages/longhand', path)).toSorted(bySpelling),
    ]),
  )

/** The types that public ones are made of, directly or through each other, and that no door hands out. */
export function typesBehind(doors: ReadonlyMap<string, readonly PublicName[]>): readonly PublicName[] {
  const known = new Map([...doors.values()].flat().map(name => [keyOf(name.file, name.name), name]))
  const behind: PublicName[] = []
  const open = [...known.values()]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const part of next.madeOf) {
      const name = find(next.file, part)
      if (name === null || known.has(keyOf(name.file, name.name))) continue
      known.set(keyOf(name.file, name.name), name)
      behind.push(name)
      open.push(name)
    }
  return behind.toSorted(bySpelling)
}

const keyOf = (file: string, name: string): string => `${file} ${name}`

const bySpelling = (a: PublicName, b: PublicName): number => {
  const [one, other] = [`${a.name.toLowerCase()} ${a.file}`, `${b.name.toLowerCase()} ${b.file}`]
  return one < other ? -1 : one > other ? 1 : 0
}

function namesIn(door: string): readonly PublicName[] {
  const { program } = parse(door, read(door))
  return program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source === null) return []
    const file = posix.join(posix.dirname(door), statement.source.value)
    return statement.specifiers.map(({ local }) => {
      const found = local.type === 'Identifier' ? find(file, local.name) : null
      if (found === null) throw new Error(`${file} declares nothing of what ${door} hands out.`)
      return found
    })
  })
}

/** A name as a file declares it, or as one of ours that it imports it from; null when it comes from elsewhere. */
function find(file: string, name: string): PublicName | null {
  const { code, errors, program, comments } = declarationsOf(file)
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const from = statement.source.value
      const isHere = statement.specifiers.some(({ local }) => local.name === name)
      if (isHere) return from.startsWith('.') ? find(posix.join(posix.dirname(file), from), name) : null
      continue
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration === null || nameOf(declaration) !== name) continue
    const above = comments.findLast(
      ({ end }) => end <= statement.start && code.slice(end, statement.start).trim() === '',
    )
    return {
      name,
      file,
      comment: above?.type === 'Block' && above.value.startsWith('*') ? wordsOf(above.value.slice(1)) : '',
      declaration: code.slice(declaration.start, declaration.end).replaceAll('\t', '  '),
      inferred: errors,
      madeOf: declaration.type === 'TSTypeAliasDeclaration' ? partsOf(declaration.typeAnnotation) : [],
    }
  }
  return null
}

type Declarations = {
  readonly code: string
  readonly errors: readonly string[]
  readonly program: ESTree.Program
  readonly comments: ReturnType<typeof parse>['comments']
}

const declared = new Map<string, Declarations>()

function declarationsOf(file: string): Declarations {
  const before = declared.get(file)
  if (before !== undefined) return before
  const { code, errors } = isolatedDeclarationSync(file, read(file), {})
  const { program, comments } = parse(`${file}.d.ts`, code)
  const made = { code, program, comments, errors: errors.map(({ codeframe, message }) => codeframe ?? message) }
  declared.set(file, made)
  return made
}

function nameOf(declaration: ESTree.Directive | ESTree.Statement | ESTree.Declaration): string | null {
  if (declaration.type === 'VariableDeclaration') {
    const id = declaration.declarations[0]?.id
    return id?.type === 'Identifier' ? id.name : null
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : null
}

function partsOf(type: ESTree.TSType): readonly string[] {
  if (type.type === 'TSUnionType' || type.type === 'TSIntersectionType') return type.types.flatMap(partsOf)
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return []
  const { name } = type.typeName
  return /^(?:Omit|Pick|Partial|Readonly)$/.test(name) ? (type.typeArguments?.params ?? []).flatMap(partsOf) : [name]
}

const wordsOf = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
