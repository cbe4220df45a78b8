import { callsOf, type Message, resultsOf, type ToolCallPart, textOf } from './message.ts'
import { saysDecision } from './says-decision.ts'
import { saysFix, saysProblem } from './says-fix.ts'
import { toolKind } from './tool-kind.ts'

/** The kinds of moments that are worth a checkpoint. */
export const landmarkTags = ['code', 'decision', 'fix'] as const

/** A moment worth a checkpoint: code was written, a decision was made, an error was resolved. */
export type Landmark = { readonly tag: (typeof landmarkTags)[number]; readonly label: string }

/** An error that nobody has called resolved yet: of a tool, or reported by the person; null for the tool then. */
export type OpenError = { readonly tool: string | null; readonly succeededSince: boolean }

export type LandmarkSearch = {
  readonly messages: readonly Message[]
  /** What was open before these messages. */
  readonly openError: OpenError | null
  readonly wanted?: readonly Landmark['tag'][]
}

export type LandmarksFound = { readonly landmarks: readonly Landmark[]; readonly openError: OpenError | null }

/** The landmarks that new messages reached, one of each kind at most, and what is open after them. */
export function findLandmarks({ messages, openError, wanted = landmarkTags }: LandmarkSearch): LandmarksFound {
  const sentences = messages.map(sentencesOf)
  const fix = findFix(messages, sentences, openError)
  const found = [fix.landmark, codeLandmark(messages), decisionLandmark(sentences.flat())]
  const landmarks = found.filter(landmark => landmark !== null && wanted.includes(landmark.tag))
  return { landmarks: landmarks as Landmark[], openError: fix.openError }
}

function codeLandmark(messages: readonly Message[]): Landmark | null {
  const paths = writes(messages).map(pathOf)
  if (paths.length > 0) return { tag: 'code', label: label(`Wrote ${[...new Set(paths)].join(', ')}`) }
  const block = messages
    .filter(({ role }) => role === 'assistant')
    .map(codeBlock)
    .find(found => found !== null)
  return block === undefined ? null : { tag: 'code', label: label(`Code: ${block}`) }
}

/** Calls that changed a file and went well. */
function writes(messages: readonly Message[]): readonly ToolCallPart[] {
  const succeeded = new Set(
    messages.flatMap(resultsOf).flatMap(result => (result.outcome === 'ok' ? [result.callId] : [])),
  )
  return messages.flatMap(callsOf).filter(call => succeeded.has(call.callId) && toolKind(call.name) === 'write')
}

function pathOf({ input, name }: ToolCallPart): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return name
  const fields = input as { readonly [key: string]: unknown }
  const path = ['path', 'file_path', 'filePath', 'filename', 'file', 'notebook_path'].map(key => fields[key])
  return path.find(value => typeof value === 'string') ?? name
}

/** The first line inside the first fenced code block of at least three lines. */
function codeBlock(message: Message): string | null {
  const lines = textOf(message).split('\n')
  const open = lines.findIndex(line => fence.test(line))
  const close = lines.findIndex((line, at) => at > open && /^\s*```\s*$/.test(line))
  if (open < 0 || close - open <= 3) return null
  return (
    lines
      .slice(open + 1, close)
      .find(line => line.trim() !== '')
      ?.trim() ?? null
  )
}

const fence = /^\s*```/

function decisionLandmark(sentences: readonly string[]): Landmark | null {
  const decision = sentences.find(saysDecision)
  return decision === undefined ? null : { tag: 'decision', label: label(decision) }
}

/** Goes through the messages in order: what was said before an error does not resolve it. */
function findFix(messages: readonly Message[], sentences: readonly (readonly string[])[], before: OpenError | null) {
  let openError = before
  let landmark: Landmark | null = null
  for (const [at, message] of messages.entries()) {
    const fix = canResolve(message, openError) ? sentences[at]!.find(saysFix) : undefined
    if (fix !== undefined) {
      landmark ??= { tag: 'fix', label: label(fix) }
      openError = null
    } else if (message.role === 'user' && sentences[at]!.some(saysProblem)) {
      openError = { tool: null, succeededSince: false }
    }
    for (const { outcome, name } of resultsOf(message)) {
      if (outcome === 'error') openError = { tool: name, succeededSince: false }
      else if (openError?.tool === name) openError = { tool: name, succeededSince: true }
    }
  }
  return { landmark, openError }
}

/** The person is believed. The assistant is when the tool that failed has succeeded since, or when it has no more to try. */
function canResolve(message: Message, openError: OpenError | null): boolean {
  if (openError === null || message.role === 'user') return openError !== null
  return openError.tool === null ? callsOf(message).length === 0 : openError.succeededSince
}

/** What a person or the assistant says, sentence by sentence: no code, and no lines that quote what was said before. */
function sentencesOf(message: Message): readonly string[] {
  if (message.role !== 'user' && message.role !== 'assistant') return []
  let isCode = false
  const said = ends(textOf(message))
    .split('\n')
    .filter(line => {
      const isFence = fence.test(line)
      if (isFence) isCode = !isCode
      return !isFence && !isCode && !/^\s*>/.test(line)
    })
  return said.flatMap(line => line.split(sentenceEnd)).filter(({ length }) => length > 0 && length < 400)
}

const sentenceEnd = /(?<=[.!?])\s+|(?<=[。！？])/

/** Who pastes a book says what they want before it or after it. */
const ends = (text: string): string =>
  text.length <= 2 * maxEnd ? text : `${text.slice(0, maxEnd)}\n${text.slice(-maxEnd)}`
const maxEnd = 10_000

function label(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}

/** The beginning of a growing text that can be judged already: whole sentences, and no code block that is still open. */
export function judgeable(text: string): string {
  const end = Math.max(...sentenceMarks.map(mark => text.lastIndexOf(mark) + 1))
  let [at, openAt] = [0, -1]
  for (const line of text.slice(0, end).split('\n')) {
    if (fence.test(line)) openAt = openAt < 0 ? at : -1
    at += line.length + 1
  }
  return text.slice(0, openAt < 0 ? end : openAt)
}

const sentenceMarks = ['\n', '. ', '! ', '? ', '。', '！', '？']
