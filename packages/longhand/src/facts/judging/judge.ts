import type { GateReason } from '../../core/gate-reason.ts'
import { draftText } from './draft-text.ts'
import { findFlaw, isSkeleton } from './flaws.ts'
import type { DraftContext, SummaryDraft, Verdict } from './gate.ts'
import { repairs } from './repairs.ts'

/** Holds a draft against the originals: it passes, it is mended, or it is turned down. */
export function judge(draft: SummaryDraft, held: DraftContext): Verdict {
  const text = draftText(draft.text, held.tag)
  const flaw = findFlaw(draft, text, held)
  if (flaw !== null) return { type: 'rejected', reason: flaw }
  const steps = repairs.reduce<Steps>(
    ({ text, reasons }, { reason, apply }) => {
      const better = apply(text, held)
      return better === text ? { text, reasons } : { text: better, reasons: [...reasons, reason] }
    },
    { text, reasons: [] },
  )
  const [first] = steps.reasons
  if (first === undefined) return { type: 'passed', text }
  // What is left when all that is wrong is gone may be too little to stand for anything.
  if (isSkeleton(steps.text, held)) return { type: 'rejected', reason: first }
  return { type: 'repaired', ...steps }
}

type Steps = { readonly text: string; readonly reasons: readonly GateReason[] }
