import { weightOf } from './weight.ts'

/** Letters that no task takes more than 20 ms for. */
const longTextLength = 20_000

/** Whether plain data holds so much text that a thread should work on it. */
export const isLong = (data: unknown, minLength: number = longTextLength): boolean =>
  weightOf(data, minLength, 1) >= minLength
