import { callsOf, type Message, resultsOf, type ToolCallPart, textOf } from './message.ts'
import { toolKind } from './tool-kind.ts'

/** The kinds of moments that are worth a checkpoint. */
export const landmarkTags = ['code', 'decision', 'fix'] as const

/** A moment worth a checkpoint: code was written, a decision was made, an error was resolved. */
export type Landmark = { readonly tag: (typeof landmarkTags)[number]; readonly label: string }

/** The landmark that the newest messages of a turn reached, if any; `earlier` is what came shortly before them. */
export function landmark(
  newest: readonly Message[],
  earlier: readonly Message[],
  wanted: readonly Landmark['tag'][] = landmarkTags,
): Landmark | null {
  const reached = [fixLandmark(newest, earlier), codeLandmark(newest), decisionLandmark(newest)]
  return reached.find(found => found !== null && wanted.includes(found.tag)) ?? null
}

function codeLandmark(messages: readonly Message[]): Landmark | null {
  const paths = writes(messages).map(pathOf)
  if (paths.length > 0) return { tag: 'code', label: label(`Wrote ${[...new Set(paths)].join(', ')}`) }
  const block = messages
    .filter(isAssistant)
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
  const open = lines.findIndex(line => /^\s*```/.test(line))
  const close = lines.findIndex((line, at) => at > open && /^\s*```\s*$/.test(line))
  if (open < 0 || close - open <= 3) return null
  return (
    lines
      .slice(open + 1, close)
      .find(line => line.trim() !== '')
      ?.trim() ?? null
  )
}

function decisionLandmark(messages: readonly Message[]): Landmark | null {
  const sentence = messages
    .filter(message => message.role === 'user' || message.role === 'assistant')
    .flatMap(message =>
      withoutQuotes(message)
        .slice(0, 20_000)
        .split(/(?<=[.!?])\s+|\n+/),
    )
    .find(line => decisionCue.test(line) && line.length < 400)
  return sentence === undefined ? null : { tag: 'decision', label: label(sentence) }
}

const decisionCue =
  /\b(?:we (?:have )?decided|i(?:'ve| have)? decided|decision:|let's go with|we(?:'ll| will) go with|i(?:'ll| will) go with|going with|we settled on|agreed(?: to|:)|we(?:'ll| will) use \S+ (?:instead|because|rather))/i

function fixLandmark(newest: readonly Message[], earlier: readonly Message[]): Landmark | null {
  const failed = [...earlier, ...newest].flatMap(resultsOf).findLast(result => result.outcome === 'error')
  if (failed === undefined) return null
  const all = newest.flatMap(resultsOf)
  const after = all.slice(all.indexOf(failed) + 1)
  const succeededLater = after.some(({ outcome, name }) => outcome === 'ok' && name === failed.name)
  return succeededLater && fixCue.test(assistantText(newest)) ? { tag: 'fix', label: label(firstFix(newest)) } : null
}

const fixCue =
  /\b(?:fixed|resolved|solved|works now|now works|passes now|now pass(?:es)?|all (?:tests )?(?:pass|green))\b/i

const assistantText = (messages: readonly Message[]): string =>
  messages.filter(isAssistant).map(withoutQuotes).join('\n')

const firstFix = (messages: readonly Message[]): string =>
  assistantText(messages)
    .split(/(?<=[.!?])\s+|\n+/)
    .find(line => fixCue.test(line)) ?? 'Error resolved'

/** Without the lines that quote someone: what they say happened before. */
const withoutQuotes = (message: Message): string => textOf(message).replace(/^[^\S\r\n\u2028\u2029]*>.*$/gm, '')

const isAssistant = (message: Message): boolean => message.role === 'assistant'

function label(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}
