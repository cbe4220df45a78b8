import type { Layout } from '../core/layout.ts'
import type { View } from '../core/view.ts'
import type { Breakdown } from '../core/window.ts'
import { fixedTokens, type Scale, sum } from './estimate.ts'
import { mediaAt, type ViewTally } from './view-tally.ts'

type BreakdownInput = {
  readonly view: View
  readonly tally: ViewTally
  readonly shields: Layout['shields']
  readonly instructions: number
  readonly tools: number
}

/** Where the tokens are. What is not a message is estimated; messages take the rest, so that the parts add up. */
export function breakdownOf(
  { view, tally, shields, instructions, tools }: BreakdownInput,
  scale: Scale,
  used: number,
): Breakdown {
  const words = (at: number) => scale.ratio * tally.words[at]!
  const base = fixedTokens(scale, instructions + tools)
  const system = Math.round(instructions + tools === 0 ? base : (base * instructions) / (instructions + tools))
  const estimated = {
    system,
    tools: Math.round(base) - system,
    summary: Math.round(sum(tally.texts, words)),
    protected: Math.round(sum(protectedPlaces(view, tally, shields), words)),
    attachments: sum([...tally.files.keys()], at => mediaAt(tally, at, scale.family.image)),
  }
  const rest = used - sum(Object.values(estimated), part => part)
  return rest >= 0 ? { ...estimated, messages: rest } : shrunk(estimated, used)
}

/** A provider that reports less than we estimated: every part that we only estimated shrinks alike. */
function shrunk(estimated: Omit<Breakdown, 'messages'>, used: number): Breakdown {
  const total = sum(Object.values(estimated), part => part)
  const share = (part: number) => Math.floor((part * used) / total)
  const parts = {
    system: share(estimated.system),
    tools: share(estimated.tools),
    summary: share(estimated.summary),
    protected: share(estimated.protected),
    attachments: share(estimated.attachments),
  }
  return { ...parts, messages: used - sum(Object.values(parts), part => part) }
}

/** Mostly nobody has protected anything, and then no message is looked at. */
function protectedPlaces(view: View, { depths }: ViewTally, shields: Layout['shields']): readonly number[] {
  if (![...shields.values()].includes('protected')) return []
  return [...depths.keys()].filter(at => view[at]!.kind === 'verbatim' && shields.get(depths[at]!) === 'protected')
}
