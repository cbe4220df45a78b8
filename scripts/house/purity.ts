import { type ESTree, Visitor } from 'rolldown/utils'
import type { Source } from './source.ts'

const impure = [
  /^(Date|Temporal|performance|crypto)$/, // a clock, chance
  /^(Promise|setTimeout|setInterval|setImmediate|queueMicrotask)$/, // waiting
  /^(fetch|console|process|globalThis|navigator|localStorage|require|eval|Function|Intl)$/, // the outside world
]

/** Chance again, and text that depends on the language of the machine. */
const impureProperty = /^(random|toLocale\w*|localeCompare)$/

/** What makes a source depend on more than its arguments, one line each. */
export function purityFaults({ path, program, text }: Source): readonly string[] {
  const faults = new Set<string>()
  const names = new Set<number>()
  const say = (what: string, { start }: ESTree.Span): void => {
    faults.add(`${path}:${text.slice(0, start).split('\n').length} uses ${what}`)
  }
  const asName = ({ key, computed }: { readonly key: ESTree.Span; readonly computed: boolean }): void => {
    if (!computed) names.add(key.start)
  }
  const asFunction = (node: ESTree.Span & { readonly async: boolean }): void => {
    if (node.async) say('async', node)
  }
  new Visitor({
    MemberExpression: ({ property, computed }) => {
      asName({ key: property, computed })
      if (property.type === 'Identifier' && impureProperty.test(property.name)) say(property.name, property)
    },
    Property: node => {
      if (!node.shorthand) asName(node)
    },
    PropertyDefinition: asName,
    MethodDefinition: asName,
    TSPropertySignature: asName,
    TSMethodSignature: asName,
    Identifier: node => {
      if (impure.some(names => names.test(node.name)) && !names.has(node.start)) say(node.name, node)
    },
    ArrowFunctionExpression: asFunction,
    FunctionExpression: asFunction,
    FunctionDeclaration: asFunction,
    AwaitExpression: node => say('await', node),
    ForOfStatement: node => node.await && say('for await', node),
    MetaProperty: node => say('import.meta', node),
  }).visit(program)
  return [...faults]
}
