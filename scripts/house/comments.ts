import type { ESTree } from 'rolldown/utils'
import type { Source } from './source.ts'

/** Lines up to which a type explains itself. */
const short = 7

/** The exports of a source that neither a comment nor their own type explains, one line each. */
export function commentFaults(source: Source): readonly string[] {
  return source.program.body.flatMap(node => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) return []
    if (hasComment(source, node) || explainsItself(source, node.declaration)) return []
    return [`${source.path}: ${nameOf(node.declaration)} has no comment`]
  })
}

/** A comment ends right above the export. */
const hasComment = ({ comments, text }: Source, { start }: ESTree.Span): boolean =>
  comments.some(comment => comment.end < start && text.slice(comment.end, start) === '\n')

/** A short type does; so does one whose fields have comments, and a function that returns a type of its file. */
function explainsItself(source: Source, node: ESTree.Declaration): boolean {
  if (node.type === 'TSTypeAliasDeclaration') {
    const inside = ({ start, end }: ESTree.Span): boolean => start > node.start && end < node.end
    return textAt(source, node).split('\n').length <= short || source.comments.some(inside)
  }
  if (node.type === 'FunctionDeclaration') return ownTypes(source).some(name => returns(source, node, name))
  if (node.type !== 'VariableDeclaration') return false
  return node.declarations.every(
    ({ init }) => init?.type === 'ArrowFunctionExpression' && init.expression && init.returnType != null,
  )
}

const ownTypes = ({ program }: Source): readonly string[] =>
  program.body.flatMap(node =>
    node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'TSTypeAliasDeclaration'
      ? [nameOf(node.declaration)]
      : [],
  )

const returns = (source: Source, { returnType }: ESTree.Function, name: string): boolean =>
  returnType != null && new RegExp(`\\b${name}\\b`).test(textAt(source, returnType))

const textAt = ({ text }: Source, { start, end }: ESTree.Span): string => text.slice(start, end)

function nameOf(node: ESTree.Declaration): string {
  if (node.type === 'VariableDeclaration') return node.declarations.map(({ id }) => 'name' in id && id.name).join(', ')
  return 'id' in node && node.id !== null && 'name' in node.id ? node.id.name : node.type
}
