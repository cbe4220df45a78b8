import { readTranscript, type Transcript } from 'longhand/wire'
import { sentenceOf } from '../../sentence-of.ts'
import { readInput } from '../../transcripts/read-input.ts'
import { type CompactFlags, checkFlags } from './compact-flags.ts'
import { asJson, asText, restText } from './compact-print.ts'
import { compactTranscript } from './compact-transcript.ts'

/** Where a command reads and writes: a process, or a test's stand-in for one. */
export type Streams = {
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** Compacts a file and prints what came of it. The answer is the exit code. */
export async function compactFile(file: string, flags: CompactFlags, streams: Streams): Promise<0 | 1 | 3> {
  const say = (line: string) => write(streams.stderr, `${line}\n`).catch(() => undefined)
  try {
    checkFlags(file, flags)
    const transcript = readTranscript(await readInput(file, streams.stdin))
    for (const line of warnings(transcript)) await say(line)
    const draft = flags.draft === undefined ? null : await readInput(flags.draft, streams.stdin)
    const outcome = await compactTranscript(transcript, flags, draft)
    if (outcome.type === 'rest') {
      await write(streams.stdout, flags.json ? asJson(outcome, transcript) : `${restText(outcome)}\n`)
      if (flags.json) await say(restText(outcome))
      return 3
    }
    for (const line of outcome.warnings) await say(`longhand: ${line}`)
    await write(streams.stdout, flags.json ? asJson(outcome, transcript) : asText(outcome))
    return 0
  } catch (error) {
    await say(`longhand: ${sentenceOf(error)}`)
    return 1
  }
}

/** Resolves when the text is handed on, so that a closed pipe or a full disk is noticed. */
function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  // The stream tells its listeners too, after the callback; without one, the process would end there.
  if (!stream.listeners('error').includes(unheard)) stream.on('error', unheard)
  return new Promise((resolve, reject) => {
    stream.write(text, error => (error ? reject(error) : resolve()))
  })
}

const unheard = (): void => undefined

function warnings({ skipped, unit }: Transcript): readonly string[] {
  const [first] = skipped
  if (first === undefined) return []
  const place = unit === 'line' ? first.index + 1 : first.index
  const many = skipped.length === 1 ? `1 ${unit} was` : `${skipped.length} ${unit}s were`
  return [`longhand: ${many} left out; ${unit} ${place} ${first.problem}.`]
}
