import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

const folder = join(import.meta.dirname, '../packages/longhand/src/engine')

/** The files that a turn or a compaction runs through: whatever they wait for may never come. */
const walked = [
  'snapshot',
  'checkpoints/save-checkpoint',
  ...['fit', 'trim-outputs', 'compact-now', 'compactor', 'run-compaction', 'write-plan', 'read-span', 'drafter']
    .concat('crash-loop', 'stored-breaker')
    .map(name => `compaction/${name}`),
  ...[
    'send',
    'answer',
    'generate-in-window',
    'step',
    'turn-saver',
    'learn-from-usage',
    'store-step',
    'after-turn',
    'recovery',
  ].map(name => `turn/${name}`),
]

/** Every point of the engine where a process can be made to die, by name. */
export function pointNames(): readonly string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => /^[\w/-]+\.ts$/.test(file))
  const found = sources.flatMap(file => [...read(file).matchAll(/failpoint\('([\w.-]+)'\)/g)].map(([, name]) => name!))
  return [...new Set(found)].toSorted()
}

/** Calls to storage, model or summariser without a point directly before them, as `file:line`. */
export const unguarded = (): readonly string[] => walked.flatMap(name => unguardedIn(`${name}.ts`, read(`${name}.ts`)))

export function unguardedIn(file: string, text: string): readonly string[] {
  const statements: Statement[] = []
  const calls: ESTree.Span[] = []
  new Visitor({
    BlockStatement: ({ body }) => {
      body.forEach(({ start, end }, at) => {
        const before = body[at - 1]
        const guarded = before !== undefined && point.test(text.slice(before.start, before.end))
        statements.push({ start, end, guarded })
      })
    },
    CallExpression: ({ start, end, callee }) => {
      if (outside.test(text.slice(callee.start, callee.end))) calls.push({ start, end })
    },
  }).visit(parseSync(file, text).program)
  return calls
    .filter(call => !innermost(statements, call)?.guarded)
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`)
}

type Statement = ESTree.Span & { readonly guarded: boolean }

const point = /^await failpoint\('[\w.-]+'\)$/
const outside = /(?:\bstore\.\w+\.\w+|\bmaintenance\.\w+|\bchatModel\.generate|\bsummariser!?\.summarise)$/

const innermost = (statements: readonly Statement[], { start, end }: ESTree.Span): Statement | undefined =>
  statements
    .filter(one => one.start <= start && one.end >= end)
    .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]

const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
