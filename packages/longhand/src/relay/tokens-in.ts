import type { Json } from '../core/json.ts'

/** A figure that a provider reported; 0 for anything that is none. */
export const tokensIn = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
