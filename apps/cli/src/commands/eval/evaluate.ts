import { basename } from 'node:path'
import { formatNumber, formatPercent, pluralize } from 'longhand/internal/client'
import { measuredRetention } from 'longhand/internal/core'
import { readTranscript } from 'longhand/wire'
import { progressOn } from '../../progress.ts'
import type { ExitCode } from '../../run-command.ts'
import { sentenceOf } from '../../sentence-of.ts'
import { cleanLine } from '../../text/clean.ts'
import { printError, printJson, printLine } from '../../text/print.ts'
import { findTranscripts } from '../../transcripts/find-transcripts.ts'
import { readInput } from '../../transcripts/read-input.ts'
import * as wording from '../../words/eval.ts'
import { compactTranscript } from '../compact/compact-transcript.ts'

type EvalFlags = { readonly window?: number; readonly keep: number; readonly json?: true }

/** What one transcript became; null figures when it is too short to be compacted. */
type Measured = {
  readonly file: string
  readonly messages: number
  readonly before: number | null
  readonly after: number | null
  /** Null where there are too few facts to measure it, too. */
  readonly retention: number | null
  readonly ms: number | null
}

/** Measures every transcript and prints a line for each, then the mean. */
export async function evaluate(paths: readonly string[], flags: EvalFlags): Promise<ExitCode> {
  const files = await findTranscripts(paths)
  if (files.length === 0) printError(wording.noTranscripts(paths.join(', ')))
  const bar = progressOn(process.stderr, files.length, wording.measuring)
  const measured: Measured[] = []
  let code: ExitCode = 0
  for (const file of files) {
    bar.step(file)
    try {
      measured.push(await measure(file, flags))
    } catch (error) {
      bar.end()
      printError(`longhand: ${cleanLine(file)}: ${sentenceOf(error)}`)
      code = 1
    }
  }
  bar.end()
  if (flags.json) for (const one of measured) printJson(one)
  else print(measured)
  return code === 0 && measured.every(({ before }) => before === null) ? 3 : code
}

async function measure(file: string, { window, keep }: EvalFlags): Promise<Measured> {
  const transcript = readTranscript(await readInput(file, process.stdin))
  const messages = transcript.messages.length
  const outcome = await compactTranscript(
    transcript,
    { keep, strategy: 'summary', ...(window === undefined ? {} : { window }) },
    null,
  )
  if (outcome.type === 'rest') return { file, messages, before: null, after: null, retention: null, ms: null }
  const { before, after, durationMs } = outcome.receipt
  return { file, messages, before, after, retention: measuredRetention(outcome.receipt), ms: durationMs }
}

function print(measured: readonly Measured[]): void {
  const compacted = measured.filter(({ before }) => before !== null)
  for (const { file, messages, before, after, retention, ms } of compacted) {
    const figures = [
      formatNumber(messages).padStart(7),
      formatNumber(before!).padStart(10),
      formatNumber(after!).padStart(9),
      (retention === null ? '–' : formatPercent(retention)).padStart(5),
      `${(ms! / 1000).toFixed(1)} s`.padStart(8),
    ]
    printLine(`${figures.join('  ')}  ${cleanLine(basename(file))}`)
  }
  if (compacted.length > 0) {
    const shares = compacted.flatMap(({ retention }) => (retention === null ? [] : [retention]))
    const mean =
      shares.length === 0
        ? wording.notMeasured
        : `${((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length).toFixed(1)}%`
    printLine(wording.mean(pluralize(compacted.length, 'transcript'), mean))
  }
  const short = measured.length - compacted.length
  if (short > 0) printLine(wording.tooShort(pluralize(short, 'transcript')))
}
