/** Every way in which a compaction can be less than it was meant to be. Receipts hold the codes; the words are here. */
export const warningCodes = [
  'summariser-failed',
  'summariser-late',
  'summariser-key',
  'draft-rejected',
  'part-rejected',
  'no-time',
  'truncated',
  'unread',
] as const

/** Why a compaction fell short of what was intended; the list is closed. */
export type WarningCode = (typeof warningCodes)[number]

/** What a receipt says of its warnings. */
export type WarnedReceipt = {
  readonly warnings: readonly WarningCode[]
  readonly facts: number | null
  readonly retention: number
}

/** What a compaction's warnings mean and what to do about each (F1, Q2); empty when there are none. */
export const warningSentence = (receipt: WarnedReceipt): string =>
  receipt.warnings.map(code => (code === 'truncated' ? leftOut(receipt) : sentences[code])).join(' ')

function leftOut({ facts, retention }: WarnedReceipt): string {
  const count = facts === null ? 'Some facts' : `${Math.round(facts * (1 - retention))} of ${facts} facts so far`
  return `${count} found no room in the summary. Choose a model with a larger window, release protected messages, or export the conversation.`
}

const ownWords = 'the summary is in the originals’ own words'

const sentences: Readonly<Record<Exclude<WarningCode, 'truncated'>, string>> = {
  'summariser-failed': `The summariser did not answer: ${ownWords}. Condense again later, or choose another summary model.`,
  'summariser-late': `The summariser took too long: ${ownWords}. Condense again later, or choose a faster summary model.`,
  'summariser-key': `The summary model has no key, or it was refused: ${ownWords}. Add its key, or choose another summary model.`,
  'draft-rejected': `What the summariser wrote did not pass the checks: ${ownWords}. Condense again later, or choose another summary model.`,
  'part-rejected':
    'Some of what the summariser wrote did not pass the checks: that part is in the originals’ own words. Choose another summary model if this keeps happening.',
  unread:
    'Reading these messages has crashed the server more than once: they are left out, without a summary. Condense again to try once more, or search the conversation for what is needed.',
  'no-time': `There was no time to wait for the summariser: ${ownWords}. The next one is written from the originals; a lower threshold leaves it more time.`,
}
