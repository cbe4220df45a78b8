import type { RestReason } from '../../core/plan.ts'
import { thresholdTokens } from '../../core/threshold.ts'
import { roomOf } from '../../core/window.ts'
import type { Snapshot } from '../snapshot.ts'
import { cooldownMs } from './compactor.ts'
import { releaseHint } from './largest.ts'

/** How the one who asked can insist, in the words of where they asked: `Add --force to do it now.` */
export type RestContext = { readonly snapshot: Snapshot; readonly insist: string }

/** Why nothing was condensed, in the words of the screens. */
export function restSentence(reason: RestReason, context: RestContext): string {
  const isProtection = reason === 'nothing-to-fold' || reason === 'little-to-gain'
  const sentence = sentences[reason](context)
  return isProtection ? withRelease(sentence, context.snapshot) : sentence
}

/** P4 the same sentence, and which protected messages to release if that would save enough. */
export function withRelease(sentence: string, { layout, policy, status }: Snapshot): string {
  return `${sentence} ${releaseHint(layout, policy.minSaving * status.used)}`.trim()
}

/** C12 why one has to wait, and for how long. */
export function cooldownSentence(waitMs: number): string {
  const seconds = (ms: number) => `${Math.max(1, Math.ceil(ms / 1000))} s`
  return `One at a time. It was last condensed ${seconds(cooldownMs - waitMs)} ago. Possible again in ${seconds(waitMs)}.`
}

export const pausedSentence = 'Condensing has failed too often and is paused for a while.'

export const cancelledSentence = 'Condensing cancelled. The view is unchanged.'

const sentences: Readonly<Record<RestReason, (context: RestContext) => string>> = {
  fits: ({ snapshot: { status, policy }, insist }) => {
    const due = thresholdTokens(policy.threshold, roomOf(status))
    const share = due === null || status.window === null ? null : due / status.window
    const used = status.share === null ? `${formatted(status.used)} tokens` : percentBelow(status.share, share)
    const start = share === null ? '' : `; it starts at ${percent(share)}`
    return `No condensing needed: ${used} used${start}. ${insist}`
  },
  'too-short': ({ snapshot: { conversation, policy } }) => {
    const { messages } = conversation.totals
    const count = `${formatted(messages)} ${messages === 1 ? 'message' : 'messages'}`
    return `Not yet: ${count}. From ${policy.minMessages} messages on there is enough to condense.`
  },
  'no-new-reply': () => 'Not yet: there has been no answer since it was last condensed.',
  'nothing-to-fold': () => 'Nothing to condense: everything here is recent or protected.',
  'little-to-gain': ({ snapshot }) => `Not worth it: it would save less than ${percent(snapshot.policy.minSaving)}.`,
  off: () => 'Automatic condensing is off.',
}

/** A share below another one: rounded, unless both would round to the same. */
function percentBelow(share: number, start: number | null): string {
  return start !== null && percent(share) === percent(start)
    ? `${(Math.floor(share * 1000) / 10).toFixed(1)}%`
    : percent(share)
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

const formatted = (tokens: number): string => Math.round(tokens).toLocaleString('en')
