import { LonghandError } from 'longhand'
import { readTranscript, type Transcript } from 'longhand/wire'
import type { ExitCode } from '../../run-command.ts'
import { sentenceOf } from '../../sentence-of.ts'
import { clean } from '../../text/clean.ts'
import { safeJson } from '../../text/print.ts'
import { readInput } from '../../transcripts/read-input.ts'
import * as wording from '../../words/compact.ts'
import { asJson, asText } from './compact-print.ts'
import { type CompactFlags, compactTranscript } from './compact-transcript.ts'

/** Where a command reads and writes: a process, or a test's stand-in for one. */
export type Streams = {
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** Compacts a file, prints the result, and resolves to the exit code. */
export async function compactFile(file: string, flags: CompactFlags, streams: Streams): Promise<ExitCode> {
  const warn = (line: string) => write(streams.stderr, `${clean(line)}\n`).catch(() => undefined)
  try {
    checkFlags(file, flags)
    const transcript = readTranscript(await readInput(file, streams.stdin))
    for (const line of warnings(transcript)) await warn(line)
    const draft = flags.draft === undefined ? null : await readInput(flags.draft, streams.stdin)
    const outcome = await compactTranscript(transcript, flags, draft)
    for (const line of outcome.warnings) await warn(`longhand: ${line}`)
    await write(streams.stdout, flags.json ? safeJson(asJson(outcome, transcript)) : clean(asText(outcome)))
    if (outcome.type === 'rest' && flags.json) await warn(asText(outcome).trimEnd())
    return outcome.type === 'rest' ? 3 : 0
  } catch (error) {
    await warn(`longhand: ${sentenceOf(error)}`)
    return 1
  }
}

function checkFlags(file: string, { draft, offline }: CompactFlags): void {
  if (draft !== undefined && offline !== undefined) throw new LonghandError('bad-request', wording.draftAndOffline)
  if (file === '-' && draft === '-') throw new LonghandError('bad-request', wording.oneStandardInput)
}

/** Resolves when the text is written, so that a closed pipe or a full disk is noticed. */
function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  // After the callback the stream emits the error too; without a listener, the process would end there.
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore)
  return new Promise((resolve, reject) => {
    stream.write(text, error => (error ? reject(error) : resolve()))
  })
}

const ignore = (): void => undefined

function warnings({ skipped, unit }: Transcript): readonly string[] {
  const [first] = skipped
  if (first === undefined) return []
  const place = unit === 'line' ? first.index + 1 : first.index
  const many = skipped.length === 1 ? wording.oneWas(unit) : wording.severalWere(skipped.length, unit)
  return [wording.leftOut(many, unit, place, first.problem)]
}
