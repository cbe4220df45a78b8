import type { LibraryProcess } from './library-process.ts'
import type { Provider } from './provider.ts'
import { type CallRecord, createReplay, type Refusal, type ReplayOptions, type SummaryRecord } from './replay.ts'
import { messagesOf, toolNames } from './script.ts'

/** What was seen of one conversation that one library had again. */
export type Conversation = {
  readonly calls: readonly CallRecord[]
  readonly refusals: readonly Refusal[]
  readonly summaries: readonly SummaryRecord[]
  /** Errors that an app would have been shown, and the calls they came at. */
  readonly errors: readonly { readonly step: number; readonly sentence: string }[]
  readonly cpuMs: number
  /** Messages that were said, and those of them that the library can still show. */
  readonly messages: number
  readonly kept: number
  /** Why it did not get to its end; null when it did. */
  readonly broken: string | null
}

/** Tries at one call after which a conversation is given up. */
const maxTries = 4

export async function haveConversation(
  process: LibraryProcess,
  provider: Provider,
  options: ReplayOptions,
): Promise<Conversation> {
  const { script, window } = options
  const replay = createReplay(options, process.pid)
  provider.serve(replay)
  const errors: { step: number; sentence: string }[] = []
  let cpuMs = 0
  const seen = (rest: Pick<Conversation, 'messages' | 'kept' | 'broken'>): Conversation => ({
    ...{ calls: replay.calls, refusals: replay.refusals, summaries: replay.summaries, errors, cpuMs, ...rest },
  })
  const opened = await process.tell({
    type: 'open',
    session: { url: provider.url, window, system, tools: toolNames(script) },
    results: script.turns.flatMap(({ steps }) =>
      steps.flatMap(one => one.results.map(({ id, text }) => [id, text] as const)),
    ),
  })
  if (opened.error !== null) return seen({ messages: 0, kept: 0, broken: opened.error })

  let due = 0
  for (const { text, steps } of script.turns) {
    due += steps.length
    let result = await process.tell({ type: 'say', text })
    cpuMs += result.cpuMs
    while (result.error !== null || replay.calls.length < due) {
      const sentence = result.error ?? 'It ended before its last answer.'
      errors.push({ step: replay.calls.length, sentence })
      const tries = errors.filter(({ step }) => step === replay.calls.length).length
      if (tries > maxTries) return seen({ messages: 0, kept: 0, broken: `Call ${replay.calls.length}: ${sentence}` })
      replay.allowNext()
      result = await process.tell({ type: 'resume' })
      cpuMs += result.cpuMs
    }
    replay.clock.setReading('reading')
    while (replay.pending() > 0) await new Promise(resolve => setTimeout(resolve, 20))
    replay.clock.setReading('waiting')
  }
  const kept = (await process.tell({ type: 'history' })).texts.join('\n')
  await process.tell({ type: 'close' })
  const said = messagesOf(script).filter(({ content }) => content.trim() !== '')
  return seen({
    messages: said.length,
    kept: said.filter(({ content }) => kept.includes(content)).length,
    broken: null,
  })
}

const system = 'You are a careful coding assistant. Use the tools.'
