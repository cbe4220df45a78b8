import { type Branch, messagesOf } from '../core/branch.ts'
import { protectedSpans, shields } from '../core/layout.ts'
import type { View, ViewMessage } from '../core/view.ts'
import type { Breakdown } from '../core/window.ts'
import { countMedia } from './count-message.ts'
import { countedWords, fixedTokens, type Scale, sum } from './estimate.ts'

type BreakdownInput = {
  readonly branch: Branch
  readonly view: View
  readonly instructions: number
  readonly tools: number
}

/** Where the tokens are. What is not a message is estimated; messages take the rest, so that the parts add up. */
export function breakdownOf(
  { branch, view, instructions, tools }: BreakdownInput,
  scale: Scale,
  used: number,
): Breakdown {
  const shielded = protectedDepths(branch)
  const tokensOf = (wanted: (one: ViewMessage) => boolean) =>
    Math.round(sum(view.filter(wanted), one => scale.ratio * countedWords(one)))
  const base = fixedTokens(scale, instructions + tools)
  const system = Math.round(instructions + tools === 0 ? base : (base * instructions) / (instructions + tools))
  const estimated = {
    system,
    tools: Math.round(base) - system,
    summary: tokensOf(({ kind }) => kind === 'summary' || kind === 'digest'),
    protected: tokensOf(({ kind, span }) => kind === 'verbatim' && shielded.has(span.from)),
    attachments: sum(view, ({ message }) => countMedia(message, scale.family.image)),
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

function protectedDepths(branch: Branch): ReadonlySet<number> {
  if (protectedSpans(branch).length === 0) return new Set()
  const shielded = shields(branch)
  return new Set(messagesOf(branch).flatMap(({ depth }) => (shielded.get(depth) === 'protected' ? [depth] : [])))
}
