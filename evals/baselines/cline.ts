import type { RecordedMessage } from '../corpus.ts'
import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import { filesModified } from '../metric/files.ts'
import { countTokens } from '../metric/tokens.ts'
import type { Baseline } from './baseline.ts'
import { type Budget, createBudget } from './budget.ts'
import { keepTyped } from './codex.ts'
import { both, keepNewest } from './keep-newest.ts'
import { isTyped } from './typed.ts'

export const cline: Baseline = {
  name: 'cline policy',
  rule:
    'Every prompt of the person, for each turn a record of files read, files edited and commands run, the newest messages ' +
    "of the latest turn, and older turns' concluding answers, newest first (cline, basic strategy of extensions/context).",
  compact(history, budget) {
    const remaining = createBudget(budget)
    const prompts = keepTyped(history, remaining).compacted
    const first = both(prompts, recordTurns(history, remaining))
    const half = createBudget(remaining.left() / 2)
    const latest = both(first, keepNewest(history, half, new Set(first.kept)))
    const rest = createBudget(remaining.left() / 2 + half.left())
    const answered = both(latest, keepAnswers(history, rest, new Set(latest.kept)))
    return both(answered, keepNewest(history, rest, new Set(answered.kept)))
  },
}

type Turn = { readonly from: number; readonly to: number }

function turnsOf({ messages }: History): readonly Turn[] {
  const starts = messages.flatMap((message, at) => (at === 0 || isTyped(message) ? [at] : []))
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? messages.length }))
}

function recordTurns(history: History, remaining: Budget): Compacted {
  const records = turnsOf(history)
    .toReversed()
    .map(({ from, to }) => recordOf(history.messages.slice(from, to)))
  return { kept: [], texts: records.filter(text => text !== '' && remaining.spend(countTokens(text))).toReversed() }
}

function recordOf(messages: readonly RecordedMessage[]): string {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  const values = (pattern: RegExp) =>
    calls.flatMap(({ args }) =>
      typeof args !== 'object' || args === null
        ? []
        : Object.entries(args).flatMap(([key, value]) => (pattern.test(key) ? [String(value)] : [])),
    )
  const edited = new Set(messages.flatMap(filesModified).map(file => file.replace(/^file /, '')))
  const read = new Set(values(/^(?:file_?path|path)$/i))
  const run = new Set(values(/^(?:command|cmd)$/i).map(command => command.split('\n')[0]!.slice(0, 120)))
  const line = (title: string, values: ReadonlySet<string>) => (values.size === 0 ? [] : [title, ...values])
  return [...line('Files read:', read), ...line('Files edited:', edited), ...line('Commands ran:', run)].join('\n')
}

/** The last words of the assistant in each turn, newest turns first. */
function keepAnswers(history: History, remaining: Budget, already: ReadonlySet<number>): Compacted {
  const answers = turnsOf(history)
    .toReversed()
    .map(
      ({ from, to }) =>
        history.messages.slice(from, to).findLastIndex(({ role, content }) => role === 'assistant' && content !== '') +
        from,
    )
    .filter(
      (at, turn, all) =>
        at >= 0 && history.messages[at]?.role === 'assistant' && all.indexOf(at) === turn && !already.has(at),
    )
  return { kept: answers.filter(at => remaining.spend(history.tokens[at]!)), texts: [] }
}
