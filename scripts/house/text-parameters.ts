import { type ESTree, Visitor } from 'rolldown/utils'
import type { Source } from './source.ts'

/** An exported function, and the names of its parameters that bring text. */
export type TextTaker = { readonly path: string; readonly name: string; readonly parameters: readonly string[] }

/**
 * The exported functions that take text: strings, values nobody knows yet, and types of the core that hold such
 * (messages, entries, JSON). Names of things and functions that are passed along are not counted, nor is what waits:
 * it reads through functions that don't.
 */
export function textTakers(sources: readonly Source[]): readonly TextTaker[] {
  const holds = textTest(sources)
  return sources.flatMap(source =>
    exportedFunctions(source).flatMap(({ name, parameters }) => {
      const taking = parameters.filter(one => !isName(one.name) && holds(source, one.type)).map(one => one.name)
      return taking.length === 0 ? [] : [{ path: source.path, name, parameters: taking }]
    }),
  )
}

/** Any node of the tree, as far as one looks at it. */
type Node = { readonly type?: string; readonly [key: string]: unknown }
type Parameter = { readonly name: string; readonly type: unknown }
type Exported = { readonly name: string; readonly parameters: readonly Parameter[] }

function exportedFunctions({ program }: Source): readonly Exported[] {
  return program.body.flatMap((statement): readonly Exported[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declared?.type === 'FunctionDeclaration')
      return declared.async ? [] : [{ name: declared.id!.name, parameters: parametersOf(declared) }]
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' && !init.async
        ? [{ name: id.name, parameters: parametersOf(init) }]
        : [],
    )
  })
}

/** The parameters of a function, and of the one that it returns at its end. */
function parametersOf({ params, body }: ESTree.Function | ESTree.ArrowFunctionExpression): readonly Parameter[] {
  const last: ESTree.Node | null | undefined = body?.type === 'BlockStatement' ? body.body.at(-1) : body
  const returned = last?.type === 'ReturnStatement' ? last.argument : last
  const further = returned?.type === 'ArrowFunctionExpression' && !returned.async ? parametersOf(returned) : []
  return [...(params as unknown as readonly Node[]).map(parameter), ...further]
}

/** `text`, `text = ''`, `...texts`, `{ text }`. */
function parameter(node: Node): Parameter {
  const named = (node.left ?? node.argument ?? node) as Node
  const annotation = (node.typeAnnotation ?? named.typeAnnotation) as Node | undefined
  return { name: String(named.name ?? '{}'), type: annotation?.typeAnnotation ?? null }
}

/** Whether a type, as it stands in a source, holds text. */
function textTest(sources: readonly Source[]): (source: Source, type: unknown) => boolean {
  const declared = new Map(sources.filter(isCore).flatMap(declaredTypes))
  const known = new Map<string, boolean>()
  const byName = (name: string): boolean => {
    if (!known.has(name)) {
      // A type that holds itself holds text if something else in it does.
      known.set(name, false)
      known.set(
        name,
        holds(declared.get(name), () => true),
      )
    }
    return known.get(name)!
  }
  const holds = (value: unknown, isKnown: (name: string) => boolean): boolean => {
    if (typeof value !== 'object' || value === null) return false
    if (Array.isArray(value)) return value.some(one => holds(one, isKnown))
    const node = value as Node
    if (node.type === 'TSStringKeyword' || node.type === 'TSUnknownKeyword') return true
    if (passedBy.has(node.type ?? '')) return false
    if (node.type === 'TSPropertySignature' && isName(String((node.key as Node).name))) return false
    const name = node.type === 'TSTypeReference' ? String((node.typeName as Node).name) : ''
    if (isKnown(name) && byName(name)) return true
    return Object.values(node).some(one => holds(one, isKnown))
  }
  return (source, type) => holds(type, name => isCore(source) || !namesElsewhere(source).has(name))
}

const isCore = ({ path }: Source): boolean => /^packages\/longhand\/src\/(core|facts)\//.test(path)

const passedBy = new Set(['TSFunctionType', 'TSMethodSignature', 'TSTypeQuery', 'TSIndexedAccessType'])

/** What something is called: short, by the rules of the gate and the stores. */
const isName = (name: string): boolean =>
  /^(?:id|\w+Id|name|owner|model|path|at|kind|type|tag|key|conversation|folder|directory|url|home|file|mediaType|hostname|description|head|base|edits|compaction)$/.test(
    name,
  )

function declaredTypes({ program }: Source): readonly (readonly [string, unknown])[] {
  return program.body.flatMap((statement): readonly (readonly [string, unknown])[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'TSTypeAliasDeclaration') return [[declared.id.name, declared.typeAnnotation] as const]
    return declared?.type === 'TSInterfaceDeclaration' ? [[declared.id.name, declared.body] as const] : []
  })
}

/** Types of a source that are not the core's, though one of the core may have their name. */
function namesElsewhere(source: Source): ReadonlySet<string> {
  const found = new Set(declaredTypes(source).map(([name]) => name))
  new Visitor({
    ImportDeclaration: ({ source: { value: from }, specifiers }) => {
      if (/(?:^|\/)core(?:\/|$)|^longhand$/.test(from)) return
      for (const { local } of specifiers) found.add(local.name)
    },
  }).visit(source.program)
  return found
}
