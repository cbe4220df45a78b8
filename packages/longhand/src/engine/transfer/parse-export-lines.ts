import { LonghandError } from '../../core/errors.ts'
import type { CountMessage } from './entry-shape.ts'
import type { ExportLine } from './export-records.ts'
import { parseExportLine } from './parse-export-line.ts'

/** Reads lines of an export somewhere: here, or in a thread. `check` leaves out the counting, which takes longest. */
export type ParseExportLines = (lines: readonly string[], wanted: 'check' | 'count') => Promise<readonly ExportLine[]>

/** Reads lines of an export; an error names the one that is wrong, from 0. */
export const parseExportLines = (lines: readonly string[], count: CountMessage): readonly ExportLine[] =>
  lines.map((line, at) => {
    try {
      return parseExportLine(line, count)
    } catch (cause) {
      if (!(cause instanceof LonghandError)) throw cause
      throw new LonghandError('bad-request', cause.message.replace(/\.$/, ''), { cause, details: { at } })
    }
  })

/** The same here and now. */
export const parseHere =
  (count: CountMessage): ParseExportLines =>
  async (lines, wanted) =>
    parseExportLines(lines, wanted === 'check' ? () => 0 : count)
