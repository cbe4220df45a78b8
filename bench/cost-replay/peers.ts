import { type Contender, type ContextKeeper, maxShareOfWindow, type Piece, prices, type Setting } from './contender.ts'
import type { Trace } from './trace.ts'

/** A policy of others by its documented rule. */
type Rule = {
  readonly name: string
  /** Tokens in the window at which it acts. */
  readonly due: (setting: Setting) => number
  /** What stays word for word. */
  readonly stays: (recent: Recent, setting: Setting) => ReadonlySet<number>
  /** Who writes: the chat's model in a request of its own, a cheap one, or the chat's model on its warm cache. */
  readonly writer: 'same' | 'cheap' | 'warm'
  /** Requests for one summary. */
  readonly calls?: number
  /** Tokens of the old part that the summariser is shown. */
  readonly sees?: number
}

type Recent = { readonly there: readonly number[]; readonly trace: Trace; readonly sizes: readonly number[] }

// Rules as in the sources of August 2026: openai/codex, anomalyco/opencode, cline/cline, google-gemini/gemini-cli, badlogic/pi-mono,
// block/goose, langchain-ai/langchainjs.
const rules: readonly Rule[] = [
  {
    name: 'Codex: 90%, 20k of what people typed',
    due: ({ window }) => 0.9 * window,
    stays: typed(20_000),
    writer: 'same',
  },
  {
    name: 'opencode: window − 20k, a quarter up to 15k',
    due: ({ window }) => window - Math.min(20_000, window / 4),
    stays: (recent, { window }) => newest(recent, Math.min(15_000, Math.max(2_000, 0.25 * (window - 20_000)))),
    writer: 'same',
  },
  {
    name: 'cline: 90%, 20k',
    due: ({ window }) => 0.9 * window,
    stays: recent => newest(recent, 20_000),
    writer: 'same',
  },
  {
    name: 'gemini-cli: 50%, newest 30%, verified',
    due: ({ window }) => 0.5 * window,
    stays: recent => newest(recent, 0.3 * sum(recent.there.map(at => recent.sizes[at]!))),
    writer: 'same',
    calls: 2,
  },
  {
    name: 'pi: window − 16k, 20k',
    due: ({ window }) => window - Math.min(16_384, window / 4),
    stays: recent => newest(recent, 20_000),
    writer: 'same',
  },
  { name: 'goose: 80%, nothing, fast model', due: ({ window }) => 0.8 * window, stays: typed(1), writer: 'cheap' },
  {
    name: 'LangChain.js: 85%, 20 messages, sees 4k',
    due: ({ window }) => 0.85 * window,
    stays: recent => whole(recent, recent.there.length - 20),
    writer: 'same',
    sees: 4_000,
  },
]

/** The share of the names of old messages that real summaries of a leading agent kept, and what each further one keeps. */
export const proseKeeps = (times: number): number => (Number.isFinite(times) ? 0.46 * 0.8 ** (times - 1) : 0)

export const peers: readonly Contender[] = rules.map(rule => ({
  name: rule.name,
  keeps: proseKeeps,
  open: (trace, setting) => openPeer(rule, trace, setting),
}))

function openPeer(rule: Rule, trace: Trace, setting: Setting): ContextKeeper {
  const sizes = trace.tokens.map(tokens => Math.min(tokens, maxShareOfWindow * setting.window))
  const due = rule.due(setting)
  let there: readonly number[] = []
  let summaries = 0
  let used = setting.overhead
  return {
    append(at) {
      there = [...there, at]
      used += sizes[at]!
    },
    beforeCall(_, cached) {
      if (used < due) return null
      const stays = rule.stays({ there, trace, sizes }, setting)
      const gone = there.filter(at => !stays.has(at))
      if (gone.length === 0) return null
      const span = sum(gone.map(at => sizes[at]!)) + (summaries > 0 ? setting.prose : 0)
      const read = rule.sees === undefined ? span : Math.min(span, rule.sees)
      const cost = writingCost(rule.writer, { used, cached, read, prose: setting.prose }) * (rule.calls ?? 1)
      there = there.filter(at => stays.has(at))
      summaries++
      used = setting.overhead + setting.prose + sum(there.map(at => sizes[at]!))
      return { cost, sees: rule.sees ?? null }
    },
    pieces: () => [
      ...(summaries === 0 ? [] : [{ key: `summary ${summaries}`, tokens: setting.prose, at: null }]),
      ...there.map((at): Piece => ({ key: String(at), tokens: sizes[at]!, at })),
    ],
  }
}

type WritingInput = { readonly used: number; readonly cached: number; readonly read: number; readonly prose: number }

/** What writing a summary takes, in tokens of the chat's fresh input. */
export function writingCost(writer: Rule['writer'], { used, cached, read, prose }: WritingInput): number {
  if (writer === 'warm') return prices.read * cached + prices.write * (used - cached + 600) + prices.output * prose
  const factor = writer === 'cheap' ? prices.cheap : 1
  return factor * (read + 1_000 + prices.output * prose)
}

/** The newest messages within a budget, never beginning with a result whose call is gone. */
const newest = (recent: Recent, budget: number): ReadonlySet<number> => {
  let from = recent.there.length
  let left = budget
  while (from > 0 && recent.sizes[recent.there[from - 1]!]! <= left) left -= recent.sizes[recent.there[--from]!]!
  return whole(recent, from)
}

function whole({ there, trace }: Recent, from: number): ReadonlySet<number> {
  let start = Math.max(0, Math.min(from, there.length - 1))
  while (start > 0 && trace.messages[there[start]!]!.role === 'tool') start--
  return new Set(there.slice(start))
}

/** The newest of what people typed, and whatever the model is answering. */
function typed(budget: number): Rule['stays'] {
  return recent => {
    const kept = new Set(whole(recent, recent.there.length - 1))
    let left = budget
    for (const at of recent.there.toReversed()) {
      if (!recent.trace.typed[at] || left <= 0) continue
      kept.add(at)
      left -= recent.sizes[at]!
    }
    return kept
  }
}

const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0)
