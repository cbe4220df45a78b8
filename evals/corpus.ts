import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Json } from '../packages/longhand/src/core/json.ts'
import type { Message, Part } from '../packages/longhand/src/core/message.ts'

/** One real conversation as it was recorded: a file of the corpus. */
export type Recording = {
  readonly id: string
  readonly source: string
  readonly licence: string
  readonly title: string
  readonly format: string
  readonly recordedAt?: string
  readonly messages: readonly RecordedMessage[]
  readonly usage?: readonly RecordedUsage[]
  readonly compactions?: readonly RecordedCompaction[]
  readonly stitchedFrom?: readonly string[]
}

export type RecordedMessage = {
  readonly role: Message['role']
  readonly content: string
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly args: Json }[]
  readonly toolCallId?: string
  readonly reasoning?: string
  readonly meta?: {
    readonly ts?: string
    /** What the client put in by itself; a `user` message without it was typed by a person. */
    readonly kind?: string
    readonly model?: string
    readonly isError?: boolean
    /** The result was missing in the source: the call was interrupted. */
    readonly synthetic?: boolean
    /** The exact text that the model read is not known. */
    readonly approx?: boolean
  }
}

/** What the provider reported for the call that produced `messages[messageIndex]`. */
export type RecordedUsage = {
  readonly messageIndex: number
  /** Null where the log does not say. */
  readonly model: string | null
  /** The whole prompt: fresh, read from the cache, and written to it. */
  readonly promptTokens: number
  readonly completionTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens?: number
}

/** A compaction that the recorded client made: later prompts start at `index`, with the summary it wrote. */
export type RecordedCompaction = {
  readonly index: number
  readonly kind: string
  readonly trigger: string | null
  readonly preTokens: number
  /** Only a placeholder of the summary was recorded. */
  readonly encrypted?: boolean
}

export const defaultCorpus: string = resolve(import.meta.dirname, '../../shared/corpus')

export const hasCorpus = (directory: string = defaultCorpus): boolean => existsSync(directory)

/** The recordings of a directory, in order of their names; each file is read when its turn comes. */
export async function* recordings(directory: string = defaultCorpus): AsyncGenerator<Recording> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.json.gz')).toSorted()
  for (const name of names) {
    const bytes = await promisify(gunzip)(await readFile(join(directory, name)))
    yield JSON.parse(bytes.toString('utf8')) as Recording
  }
}

/** The messages of a recording as Longhand knows them, one for one. */
export function recordedMessages(recording: Recording): readonly Message[] {
  const names = new Map(recording.messages.flatMap(({ toolCalls = [] }) => toolCalls.map(call => [call.id, call.name])))
  return recording.messages.map(message => ({ role: message.role, parts: parts(message, names) }))
}

function parts(recorded: RecordedMessage, names: ReadonlyMap<string, string>): readonly Part[] {
  const { role, content, reasoning, toolCalls = [], toolCallId } = recorded
  if (role === 'tool') {
    const callId = toolCallId ?? ''
    const outcome = recorded.meta?.synthetic ? 'missing' : recorded.meta?.isError ? 'error' : 'ok'
    return [{ type: 'tool-result', callId, name: names.get(callId) ?? 'unknown', outcome, output: content }]
  }
  return [
    ...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []),
    ...(content === '' && toolCalls.length > 0 ? [] : [{ type: 'text', text: content } as const]),
    ...toolCalls.map(({ id, name, args }) => ({ type: 'tool-call', callId: id, name, input: args }) as const),
  ]
}
