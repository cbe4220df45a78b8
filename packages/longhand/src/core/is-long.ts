import { weightOf } from './weight.ts'

/** Letters that no task takes more than 20 ms for. */
const longFrom = 20_000

/** Whether plain data holds so much text that a thread should work on it. */
export const isLong = (data: unknown, from: number = longFrom): boolean => weightOf(data, from, 1) >= from
