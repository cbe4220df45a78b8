import { activeCompaction, append, type Branch, messagesOf } from '../../packages/longhand/src/core/branch.ts'
import type { TextFold } from '../../packages/longhand/src/core/fold.ts'
import { foldBudget } from '../../packages/longhand/src/core/fold-budget.ts'
import { shorten } from '../../packages/longhand/src/core/layout.ts'
import { cheaperRequest } from '../../packages/longhand/src/core/money.ts'
import { compaction, plan } from '../../packages/longhand/src/core/plan.ts'
import type { Policy } from '../../packages/longhand/src/core/policy.ts'
import { applySchedule } from '../../packages/longhand/src/core/policy.ts'
import { thresholdTokens } from '../../packages/longhand/src/core/threshold.ts'
import { view } from '../../packages/longhand/src/core/view.ts'
import { limitOf, windowStatus } from '../../packages/longhand/src/core/window.ts'
import { type Contender, type ContextKeeper, type Ledger, maxShareOfWindow, prices, type Setting } from './contender.ts'
import { proseKeeps, writingCost } from './peers.ts'
import type { Trace } from './trace.ts'

/** One of our policies, planned by the product itself. What its ledger keeps and takes was measured before. */
export const longhand = (name: string, policy: Policy, ledger: Ledger): Contender => ({
  name: `**${name}**`,
  // The ledger is made of the originals every time, so it does not fade.
  keeps: times => Math.max(ledger.keeps, proseKeeps(times)),
  open: (trace, setting) => openLonghand(policy, trace, setting, { ledger }),
})

/** Told of every compaction: the branch before it, what it folds, and the budget of its ledger. */
export type OnCompaction = (moment: {
  readonly branch: Branch
  readonly fold: TextFold
  readonly budget: number
}) => void

type LonghandOptions = { readonly ledger: Ledger; readonly watch?: OnCompaction }

const relative = { input: 1, output: prices.output, cacheRead: prices.read, cacheWrite: prices.write }
const cheap = {
  input: prices.cheap,
  output: prices.output * prices.cheap,
  cacheRead: prices.cheap,
  cacheWrite: prices.cheap,
}

export function openLonghand(
  wanted: Policy,
  trace: Trace,
  setting: Setting,
  { ledger, watch }: LonghandOptions,
): ContextKeeper {
  const room = { window: setting.window, reserve: setting.reserve }
  const policy = applySchedule(wanted, room, setting.overhead)
  const due = thresholdTokens(policy.threshold, room)!
  const sizes = trace.tokens.map(tokens => Math.ceil(Math.min(tokens, maxShareOfWindow * setting.window)))
  let branch: Branch = []
  let used = setting.overhead
  const measure = () => setting.overhead + view(branch).reduce((sum, { count }) => sum + count, 0)
  return {
    append(at) {
      branch = append(branch, { type: 'message', message: trace.messages[at]!, count: sizes[at]! }, String(at))
      used += sizes[at]!
    },
    beforeCall({ idle }, cached) {
      const isCold = idle !== null && idle > prices.cacheMs
      if (used < due && !isCold) return null
      const breakdown = {
        system: setting.overhead,
        tools: 0,
        summary: 0,
        protected: 0,
        messages: used - setting.overhead,
        attachments: 0,
      }
      const status = windowStatus({ used, source: 'estimated', breakdown }, room)
      const by = used > limitOf(room)! ? 'limit' : 'threshold'
      const decision = plan(branch, policy, { by, status, ...(isCold && { cache: 'cold' }) })
      if (decision.type === 'rest') return null
      const empty = decision.planned.map((blank): TextFold => ({ ...blank, text: '', tag: 'summary', count: 0 }))
      const staying = append(branch, compaction(branch, decision, empty), 'empty')
      const stays = setting.overhead + view(staying).reduce((sum, { count }) => sum + count, 0)
      const budget = foldBudget(policy, room, { staying: stays, digested: 0 })
      const texts = empty.map(fold => ({
        ...fold,
        text: `${branch.length}`,
        count: Math.min(setting.prose, budget.prose) + Math.min(ledger.tokens, budget.ledger),
      }))
      watch?.({ branch, fold: empty[0]!, budget: budget.ledger })
      const read = used - stays
      const forms = { view: used, cached, span: read, summary: setting.prose, chat: relative, summariser: cheap }
      const form = cached > 0 ? cheaperRequest(forms) : 'cold'
      const cost = writingCost(form === 'warm' ? 'warm' : 'cheap', { used, cached, read, prose: setting.prose })
      branch = shorten(append(branch, compaction(branch, decision, texts), `c${branch.length}`))
      used = measure()
      return { cost, sees: null }
    },
    pieces() {
      const version = activeCompaction(branch)?.id ?? ''
      const ids = new Map(messagesOf(branch).map(({ depth, id }) => [depth, Number(id)]))
      return view(branch).map(({ kind, span, count }) =>
        kind === 'verbatim'
          ? { key: String(ids.get(span.from)), tokens: count, at: ids.get(span.from)! }
          : { key: `${version} ${span.from}`, tokens: count, at: null },
      )
    },
  }
}
