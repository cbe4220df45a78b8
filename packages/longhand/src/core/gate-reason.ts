/**
 * What a gate found wrong with a draft; each gate has its own reason. A draft with one of the first seven is turned
 * down; the others are repaired by code, from the originals.
 */
export const gateReasons = [
  'cut-off',
  'refused',
  'empty',
  'skeleton',
  'garbled',
  'echo',
  'not-smaller',
  'too-long',
  'control-text',
  'planted',
  'something-new',
  'secret',
  'sections-missing',
  'constraint-lost',
  'facts-missing',
] as const

export type GateReason = (typeof gateReasons)[number]
