import { type ESTree, Visitor } from 'rolldown/utils'
import { isTest, type Source } from './source.ts'

/** A regular expression as it stands in a source. */
export type Pattern = { readonly path: string; readonly source: string; readonly flags: string }

/** The regular expressions of a source, and how many more it puts together while it runs. */
export type Patterns = { readonly written: readonly Pattern[]; readonly built: number }

export function patternsIn({ path, program }: Source): Patterns {
  const written: Pattern[] = []
  let built = 0
  const count = ({ callee }: { readonly callee: ESTree.Expression }): void => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') built++
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) written.push({ path, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: count,
    CallExpression: count,
  }).visit(program)
  return { written, built }
}

/** What people run: the library and the apps, without what only tests need. */
export const isShipped = (source: Source): boolean =>
  /^(?:packages|apps)\/[^/]+\/src\//.test(source.path) && !isTest(source) && !source.path.includes('/testing/')

/** The patterns that a source puts together while something is done: they are seen as they are made. */
export async function patternsBuiltBy(path: string, act: () => Promise<unknown>): Promise<readonly Pattern[]> {
  const found: Pattern[] = []
  const plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, [source, flags = '']: [string, string?]) {
      // Others make patterns meanwhile: the test runner, and whatever is loaded.
      if (new Error().stack?.includes(path)) found.push({ path, source, flags })
      return new target(source, flags)
    },
  })
  try {
    await act()
  } finally {
    globalThis.RegExp = plain
  }
  return found
}
