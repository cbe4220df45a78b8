import type { Message, Part } from '../../core/message.ts'
import { viewChangedAt, withoutThinkingUpTo } from '../../core/old-thinking.ts'
import { modelMessages } from '../../core/view.ts'
import { smallerViews } from '../compaction/fit.ts'
import { retryWait } from '../compaction/retry.ts'
import type { Engine } from '../engine.ts'
import { createPacer } from '../long-work/pacer.ts'
import { ownInstructions } from '../own-instructions.ts'
import type { Finish, GenerateRequest, ProviderFailure, Usage } from '../ports/chat-model.ts'
import { projectFilesText } from '../project-files.ts'
import type { Snapshot } from '../snapshot.ts'
import { cutBy, fitTask, type Turn, warn } from './turn.ts'
import type { TurnSaver } from './turn-saver.ts'

/** How one model call went. `messages` are what people have seen of it when it did not end well. */
export type StepEnd = { readonly messages: readonly Message[] } & (
  | { readonly type: 'said'; readonly finish: Finish; readonly usage: Usage | null }
  | { readonly type: 'failed'; readonly failure: ProviderFailure }
)

/** What the model said, the snapshot whose view it read, and how long it took. */
export type Step = { readonly said: StepEnd; readonly snapshot: Snapshot; readonly ms: number }

/** Asks the model; when the provider says that it is too much, again with ever less, or with nothing thought before. */
export async function runStep(turn: Turn, snapshot: Snapshot, saver: TurnSaver): Promise<Step> {
  const startedAt = turn.scope.engine.clock.now()
  let step: Omit<Step, 'ms'> = { said: await askModel(turn, snapshot, saver), snapshot }
  while (
    step.said.type === 'failed' &&
    step.said.failure.type === 'bound-thinking' &&
    leavesThinkingOut(turn, snapshot)
  )
    step = { said: await askModel(turn, snapshot, saver), snapshot }
  if (step.said.type === 'failed' && step.said.failure.type === 'overflow') {
    for await (const smaller of smallerViews(fitTask(turn), snapshot, step.said.failure.limit)) {
      step = { said: await askModel(turn, smaller, saver), snapshot: smaller }
      if (step.said.type === 'said' || step.said.failure.type !== 'overflow') break
    }
  }
  const timed = { ...step, ms: turn.scope.engine.clock.now() - startedAt }
  emitStep(turn, timed)
  return timed
}

/**
 * V6 leaves out what was thought before the view last changed, then all that was thought up to now: instructions and
 * tools may have changed too. False when there is nothing more to leave out.
 */
function leavesThinkingOut({ scope: { engine, conversation } }: Turn, { view, branch }: Snapshot): boolean {
  const thoughts = () => messagesFor(engine, conversation, { view, branch }).filter(isThought).length
  const sent = thoughts()
  for (const depth of [0, branch.at(-1)?.depth ?? 0]) {
    if (depth <= (engine.boundThinking.get(conversation) ?? -1)) continue
    engine.boundThinking.set(conversation, depth)
    if (thoughts() < sent) return true
  }
  return false
}

const isThought = ({ parts }: Message): boolean => parts.some(({ type }) => type === 'reasoning')

/** What the model is sent of a view. */
function messagesFor(
  { boundThinking }: Engine,
  conversation: string,
  { view, branch }: Pick<Snapshot, 'view' | 'branch'>,
): readonly Message[] {
  const refusedAt = boundThinking.get(conversation)
  if (refusedAt === undefined) return modelMessages(view)
  return withoutThinkingUpTo(view, Math.max(refusedAt, viewChangedAt(branch)))
}

function emitStep({ scope, held, stop: { signal } }: Turn, { said, snapshot, ms }: Step): void {
  const { engine, owner, conversation } = scope
  // Whoever stops an answer has not seen it fail.
  const outcome = said.type === 'said' ? said.finish : signal.aborted ? cutBy(signal) : 'failed'
  const usage = said.type === 'said' ? said.usage : null
  const reason = said.type === 'said' ? null : said.failure.type
  const { name: model } = snapshot.chatModel
  const counted = usage === null && { counted: countedIn(engine, said, snapshot) }
  const step = { turn: held.job.id, model, usage, ms, reason, ...counted }
  engine.onEvent({ type: 'step', owner, conversation, ...step, outcome })
}

/** Nothing was read by a provider that has failed before its first word. */
function countedIn({ meter }: Engine, { type, messages }: StepEnd, { status }: Snapshot) {
  const output = messages.reduce((sum, message) => sum + meter.count(message), 0)
  return { input: type === 'said' || output > 0 ? status.used : 0, output }
}

/** One model call with the view of a snapshot. It is retried when it failed before anyone saw a word. */
async function askModel(turn: Turn, snapshot: Snapshot, saver: TurnSaver): Promise<StepEnd> {
  const { signal } = turn.stop
  for (let tries = 0; ; tries++) {
    if (signal.aborted) return { type: 'failed', failure: { type: 'cancelled', sentence: 'Stopped.' }, messages: [] }
    const end = await callModel(turn, snapshot, saver)
    if (end.type === 'said' || end.messages.length > 0 || signal.aborted) return end
    const wait = retryWait(end.failure, tries, Math.random())
    if (wait === null) return end
    tellWait(turn, end.failure, wait)
    await turn.scope.engine.clock.sleep(wait, signal)
  }
}

/** F3 whoever waits for an answer is told for what, and for how long. */
function tellWait({ feed, scope }: Turn, { type: reason }: ProviderFailure, ms: number): void {
  const until = new Date(scope.engine.clock.now() + ms).toISOString()
  feed.push({ type: 'data-wait', data: { reason, until }, transient: true })
}

async function callModel(turn: Turn, snapshot: Snapshot, saver: TurnSaver): Promise<StepEnd> {
  const { feed, budget, stop } = turn
  const { chatModel } = snapshot
  const request = requestOf(turn, snapshot)
  let parts: () => readonly Part[] = () => []
  // A provider may send thousands of pieces at once.
  const pace = createPacer()
  budget.startStep(request.maxOutput)
  for await (const event of chatModel.generate(request, stop.signal)) {
    if (event.type === 'chunk') {
      parts = event.parts
      // Whoever leaves the loop ends the request.
      if (!budget.take(event.chunk)) return cutOff(turn, saver, shownMessages(parts()))
      saver.watch(parts)
      feed.push(event.chunk)
      await pace()
      continue
    }
    saver.watch(null)
    if (event.type === 'failed') return { ...event, messages: shownMessages(parts()) }
    return budget.fits(event.messages) ? { ...event, type: 'said' } : cutOff(turn, saver, event.messages)
  }
  saver.watch(null)
  const sentence = 'The model stopped mid-answer without saying why. Try again.'
  const type = stop.signal.aborted ? 'cancelled' : 'unavailable'
  return { type: 'failed', failure: { type, sentence }, messages: shownMessages(parts()) }
}

function requestOf({ scope }: Turn, snapshot: Snapshot): GenerateRequest {
  const { chatModel, instructions, files, conversation } = snapshot
  const told = [chatModel.instructions, projectFilesText(files), instructions]
  const { temperature } = ownInstructions(conversation.settings)
  return {
    conversation: { owner: scope.owner, id: scope.conversation },
    messages: messagesFor(scope.engine, scope.conversation, snapshot),
    numbers: () => numbersIn(snapshot),
    instructions: told.filter(text => text !== null).join('\n\n') || null,
    maxOutput: chatModel.room.reserve,
    ...(temperature === null ? {} : { temperature }),
  }
}

/** The ¶ of each message of a view; what stands for several has none. */
function numbersIn({ view, layout }: Snapshot): readonly (number | null)[] {
  const shown = layout.shown.flatMap(({ messages }) => messages)
  const numbers = new Map(shown.map(({ depth, number }) => [depth, number]))
  return view.map(({ kind, span }) =>
    kind === 'verbatim' || kind === 'trimmed' ? (numbers.get(span.from) ?? null) : null,
  )
}

/** F6 a model that does not come to an end is ended, as if it had reached its own limit; what was shown stays. */
function cutOff(turn: Turn, saver: TurnSaver, messages: readonly Message[]): StepEnd {
  saver.watch(null)
  warn(turn, 'too-large', 'The answer was cut off: it was longer than any model should write.')
  return { type: 'said', messages: turn.budget.cut(messages), finish: 'length', usage: null }
}

/** What was shown of a step that did not end, as messages: what the assistant said and called, then what tools answered. */
export function shownMessages(parts: readonly Part[]): readonly Message[] {
  const said = parts.filter(part => part.type !== 'tool-result')
  const results = parts.filter(part => part.type === 'tool-result')
  if (said.length === 0) return []
  const assistant: Message = { role: 'assistant', parts: said }
  return results.length === 0 ? [assistant] : [assistant, { role: 'tool', parts: results }]
}
