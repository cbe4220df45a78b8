/** Why a draft was turned down or repaired. The list is closed: each gate has its own reason. */
export const gateReasons = [
  'cut-off',
  'refused',
  'empty',
  'skeleton',
  'garbled',
  'echo',
  'too-long',
  'not-smaller',
  'sections-missing',
  'facts-missing',
  'constraint-lost',
  'something-new',
  'control-text',
  'secret',
] as const

export type GateReason = (typeof gateReasons)[number]

/** What the gates say about a draft. A repair is made by code, from the originals. */
export type Verdict =
  | { readonly type: 'passed'; readonly text: string }
  | { readonly type: 'repaired'; readonly text: string; readonly reasons: readonly GateReason[] }
  | { readonly type: 'rejected'; readonly reason: GateReason }
