import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { publicDoors } from '../house/doors.ts'
import { parse } from '../house/source.ts'
import { root } from '../root.mjs'

/** A name that people can import: what its comment says, and how it is declared. */
export type PublicName = {
  readonly name: string
  readonly file: string
  /** The words of the comment above it; empty when there is none. */
  readonly comment: string
  /** As TypeScript declares it to others. */
  readonly declaration: string
  /** What of its file has a type that only a compiler can infer. */
  readonly inferred: readonly string[]
}

/** The public names of each door, in the order of their spelling. */
export const publicNames = (): ReadonlyMap<string, readonly PublicName[]> =>
  new Map(
    Object.entries(publicDoors).map(([door, path]) => {
      const names = namesIn(posix.join('packages/longhand', path))
      return [
        posix.join('longhand', door),
        names.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
      ]
    }),
  )

function namesIn(door: string): readonly PublicName[] {
  const { program } = parse(door, read(door))
  return program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source === null) return []
    const file = posix.join(posix.dirname(door), statement.source.value)
    return statement.specifiers.map(({ local }) => {
      if (local.type !== 'Identifier') throw new Error(`${door} passes on a name that is none.`)
      return found(file, local.name)
    })
  })
}

function found(file: string, name: string): PublicName {
  const { code, errors } = isolatedDeclarationSync(file, read(file), {})
  const { program, comments } = parse(`${file}.d.ts`, code)
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) continue
    const { declaration } = statement
    const id = declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.id : declaration.id
    if (id?.type !== 'Identifier' || id.name !== name) continue
    const above = comments.findLast(
      ({ end }) => end <= statement.start && code.slice(end, statement.start).trim() === '',
    )
    return {
      name,
      file,
      comment: above?.type === 'Block' && above.value.startsWith('*') ? wordsOf(above.value.slice(1)) : '',
      declaration: code.slice(declaration.start, declaration.end).replaceAll('\t', '  '),
      inferred: errors.map(({ codeframe, message }) => codeframe ?? message),
    }
  }
  throw new Error(`${file} declares no ${name}.`)
}

const wordsOf = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
