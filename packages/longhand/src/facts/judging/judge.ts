import type { GateReason } from '../../core/gate-reason.ts'
import { draftText } from './draft-text.ts'
import { findFlaw, isSkeleton } from './flaws.ts'
import type { DraftContext, SummaryDraft, Verdict } from './gate.ts'
import { repairs } from './repairs.ts'

/** Checks a draft against the originals: it passes, is repaired, or is rejected. */
export function judge(draft: SummaryDraft, context: DraftContext): Verdict {
  const text = draftText(draft.text, context.tag)
  const flaw = findFlaw(draft, text, context)
  if (flaw !== null) return { type: 'rejected', reason: flaw }
  const steps = repairs.reduce<Steps>(
    ({ text, reasons }, { reason, apply }) => {
      const better = apply(text, context)
      return better === text ? { text, reasons } : { text: better, reasons: [...reasons, reason] }
    },
    { text, reasons: [] },
  )
  const [first] = steps.reasons
  if (first === undefined) return { type: 'passed', text }
  // After the repairs there may be too little left to be a summary.
  if (isSkeleton(steps.text, context)) return { type: 'rejected', reason: first }
  return { type: 'repaired', ...steps }
}

type Steps = { readonly text: string; readonly reasons: readonly GateReason[] }
