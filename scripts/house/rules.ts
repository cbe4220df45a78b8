import { type ESTree, Visitor } from 'rolldown/utils'
import type { Source } from './source.ts'

/** The ids of the rules that a page states: `- **V3** …`, `- **C1 Triggers** …`, `- **H4.2** …`. */
export const rulesIn = (page: string): ReadonlySet<string> =>
  new Set(Array.from(page.matchAll(/^- \*\*([A-Z]\d*(?:\.\d+)?)\b/gm), match => match[1]!))

/** The ids that the test names of a source quote: `V3`, each of `C2–C4`, and those without a number as first word. */
export const quotedIn = (source: Source): readonly string[] =>
  titlesIn(source).flatMap(name => [...name.matchAll(numbered)].flatMap(ids).concat(/^[MXS](?=,? )/.exec(name) ?? []))

/** The titles of the tests in a source. */
export function titlesIn({ program }: Source): readonly string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (isTestCall(callee)) titles.push(textOf(title))
    },
  }).visit(program)
  return titles
}

const numbered = /\b([VTCQFKPWHDOENL])(\d{1,2})(\.\d{1,2})?(?:–\1(\d{1,2}))?\b/g

function ids([, letter, from, part, to = from]: RegExpMatchArray): readonly string[] {
  if (part !== undefined) return [`${letter}${from}${part}`]
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${letter}${Number(from) + index}`)
}

/** `test`, `it` and their forms: `test.each(…)`, `test.for(…)`. The title of a `describe` shows nothing by itself. */
function isTestCall(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return ['test', 'it'].includes(callee.name)
  if (callee.type === 'CallExpression') return isTestCall(callee.callee)
  return callee.type === 'MemberExpression' && isTestCall(callee.object)
}

function textOf(node: ESTree.Argument | undefined): string {
  if (node?.type === 'Literal') return String(node.value)
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join(' ') : ''
}
