import { inLibrary, isTest, type Source } from './source.ts'

/** Types and classes of the library that are exported under one name from several files, one line each. */
export function repeatedTypes(sources: readonly Source[]): readonly string[] {
  const declared = sources
    .filter(source => inLibrary(source) !== null && !isTest(source))
    .flatMap(source => exportedTypes(source).map(name => ({ name, path: inLibrary(source)! })))
  return [...Map.groupBy(declared, ({ name }) => name)].flatMap(([name, places]) =>
    places.length === 1 ? [] : [`${name}: ${places.map(({ path }) => path).join(', ')}`],
  )
}

/** The types and classes that a file declares and exports. */
function exportedTypes({ program }: Source): readonly string[] {
  return program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    const isType =
      declaration?.type === 'TSTypeAliasDeclaration' ||
      declaration?.type === 'TSInterfaceDeclaration' ||
      declaration?.type === 'ClassDeclaration'
    return isType && declaration.id !== null ? [declaration.id.name] : []
  })
}
