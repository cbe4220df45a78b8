// The timeline of checkpoints, and going back to one.
import { texts } from '../../client/text/texts.ts'

// CheckpointItem
export const savedByYou = texts.savedByYou
export const automatic = texts.automatic
export const resumeFromHere = 'Resume from here'
export const look = 'View'
export const deleteCheckpoint = (label: string | number): string => `Delete checkpoint ${label}`

// CheckpointTimeline
export const saveOne = 'Save one'
export const closeCheckpoints = 'Close checkpoints'
export const all = (length: string | number): string => `All ${length}`
export const now = texts.now
export const noCheckpointsYet = texts.noCheckpointsYet

// RestoreDialog
export const resumeSmaller = 'Resume with a smaller window?'
export const resumeElsewhere = 'Resume with another model?'
export const resumeFrom = (label: string | number): string => `Resume from “${label}”?`
export const wasSaved = '” was saved with'
export const youAreNow = '. You are now on'
export const which = ', which'
export const holdsLess = 'holds less'
export const mayReadItDifferently = 'may read it differently'
export const backTo = (number: number, tokens: string): string =>
  `Back to ¶ ${number}, ${tokens} tokens. What came after stays as a branch.`
export const resumeAnyway = 'Resume anyway'
