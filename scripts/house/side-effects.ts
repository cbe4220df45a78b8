import type { Source } from './source.ts'

/**
 * Whether importing a file does something besides bringing names. A component that imports its styles does not count:
 * they are needed where it is used, and nowhere else. A door that imports styles does: it is never used itself.
 */
export function acts({ program }: Source): boolean {
  const isDoor = program.body.every(
    statement =>
      statement.type === 'ImportDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
  )
  return program.body.some(statement =>
    statement.type === 'ImportDeclaration'
      ? statement.specifiers.length === 0 && (isDoor || !statement.source.value.endsWith('.css'))
      : !/^(?:Import|Export|TS|Function|Class|Variable)/.test(statement.type),
  )
}
