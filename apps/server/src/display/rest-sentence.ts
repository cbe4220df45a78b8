import { formatNumber, formatPercent, formatPrecisePercent, pluralize } from 'longhand/internal/client'
import { type RestReason, roomOf, thresholdTokens } from 'longhand/internal/core'
import { releaseHint, type Snapshot } from 'longhand/internal/engine'

/** Why nothing was condensed, in the words of the screens. */
export function restSentence(reason: RestReason, snapshot: Snapshot): string {
  const isProtection = reason === 'nothing-to-fold' || reason === 'little-to-gain'
  return isProtection ? withRelease(sentences[reason](snapshot), snapshot) : sentences[reason](snapshot)
}

/** P4 the same sentence, and which protected messages to release if that would save enough. */
export function withRelease(sentence: string, { layout, policy, status }: Snapshot): string {
  return `${sentence} ${releaseHint(layout, policy.minSaving * status.used)}`.trim()
}

const sentences: Readonly<Record<RestReason, (snapshot: Snapshot) => string>> = {
  fits: ({ status, policy }) => {
    const due = thresholdTokens(policy.threshold, roomOf(status))
    const share = due === null || status.window === null ? null : due / status.window
    const used = status.share === null ? `${formatNumber(status.used)} tokens` : percentBelow(status.share, share)
    const start = share === null ? '' : `; it starts at ${formatPercent(share)}`
    return `No condensing needed: ${used} used${start}. Add --force to do it now.`
  },
  'too-short': ({ conversation, policy }) =>
    `Not yet: ${pluralize(conversation.totals.messages, 'message')}. From ${policy.minMessages} messages on there is enough to condense.`,
  'no-new-reply': () => 'Not yet: there has been no answer since it was last condensed.',
  'nothing-to-fold': () => 'Nothing to condense: everything here is recent or protected.',
  'little-to-gain': ({ policy }) => `Not worth it: it would save less than ${formatPercent(policy.minSaving)}.`,
  off: () => 'Automatic condensing is off.',
}

/** A share below another one: rounded, unless both would round to the same. */
function percentBelow(share: number, start: number | null): string {
  return start !== null && formatPercent(share) === formatPercent(start)
    ? formatPrecisePercent(Math.floor(share * 1000) / 1000)
    : formatPercent(share)
}

/** C12 why one has to wait, and for how long. */
export function cooldownSentence(waitMs: number, cooldownMs = 30_000): string {
  const seconds = (ms: number) => `${Math.max(1, Math.ceil(ms / 1000))} s`
  return `One at a time. It was last condensed ${seconds(cooldownMs - waitMs)} ago. Possible again in ${seconds(waitMs)}.`
}
