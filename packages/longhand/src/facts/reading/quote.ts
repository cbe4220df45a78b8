import type { MessageEntry } from '../../core/entry.ts'
import type { FilePart, Role, TextPart, ToolCallPart, ToolResultPart } from '../../core/message.ts'
import { authoredTexts } from '../../core/person-text.ts'
import { type ToolKind, toolKind } from '../../core/tool-kind.ts'
import { redact } from '../redact.ts'
import { answersIn, askedQuestion, asksPerson } from './asked-question.ts'
import { jsonText } from './json-text.ts'
import { proseLines } from './lines.ts'
import {
  argumentLines,
  calledLines,
  linesAs,
  printedLines,
  returnedLines,
  type TextLine,
  typedLines,
  writtenLines,
} from './text-lines.ts'
import { callKind, callLabel, callText } from './tool-call.ts'

/** One line of the originals, word for word, and where it comes from. */
export type Quote = TextLine & { readonly origin: Origin }

/** What quotes are grouped by: the text of a message, or a tool call together with its result. */
export type Origin = {
  /** The ¶ of the message; for an answered call, of the result. */
  readonly number: number
  readonly speaker: Speaker
  readonly call: QuotedCall | null
}

/** Who said something: every line of a summary carries it. */
export type Speaker = 'person' | 'program' | 'assistant' | 'tool' | 'system'

export type QuotedCall = {
  readonly line: string
  /** A short form, enough to recognise the call. */
  readonly label: string
  readonly kind: ToolKind
  readonly outcome: ToolResultPart['outcome']
}

/** A message with its ¶. */
export type NumberedMessage = Pick<MessageEntry, 'number' | 'message'>

/** The lines of some messages that are worth quoting, message by message, oldest first. */
export function quotesOf(messages: readonly NumberedMessage[]): readonly (readonly Quote[])[] {
  return messages.map(quoteReader(messages))
}

/** Reads some messages one by one, oldest first. */
export function quoteReader(messages: readonly NumberedMessage[]): (message: NumberedMessage) => readonly Quote[] {
  const answers = answersOf(messages)
  const origins = new Map<string, Origin>()
  return ({ number, message }) =>
    message.parts.flatMap(part => {
      switch (part.type) {
        case 'text':
          return message.role === 'user'
            ? userQuotes(part, number)
            : saidQuotes(part.text, { number, speaker: speakers[message.role], call: null })
        case 'file':
          return fileQuotes(part, { number, speaker: speakers[message.role], call: null })
        case 'tool-call': {
          const { origin, quotes } = readCall(part, number, answers.get(part.callId))
          origins.set(part.callId, origin)
          return quotes
        }
        case 'tool-result':
          if (isAnswer(part)) return answerQuotes(part, number, origins.get(part.callId))
          return resultQuotes(part, origins.get(part.callId) ?? orphanOrigin(part, number))
        default:
          return []
      }
    })
}

const speakers: Readonly<Record<Role, Speaker>> = {
  user: 'person',
  assistant: 'assistant',
  tool: 'tool',
  system: 'system',
}

type Answer = { readonly number: number; readonly result: ToolResultPart }

function answersOf(messages: readonly NumberedMessage[]): ReadonlyMap<string, Answer> {
  const found = new Map<string, Answer>()
  for (const { number, message } of messages) {
    for (const part of message.parts) {
      if (part.type === 'tool-result') found.set(part.callId, { number, result: part })
    }
  }
  return found
}

/** What the person said, and what programs put into their message: that is read like what a tool printed. */
function userQuotes(part: TextPart, number: number): readonly Quote[] {
  const person: Origin = { number, speaker: 'person', call: null }
  const program: Origin = { number, speaker: 'program', call: null }
  return authoredTexts(part).flatMap(({ author, text }) =>
    author === 'person' ? saidQuotes(text, person) : quoted(printedLines(text), program),
  )
}

/** The text of a message, and the code between its fences. */
const saidQuotes = (text: string, origin: Origin): readonly Quote[] =>
  quoted(origin.speaker === 'person' ? typedLines(text) : writtenLines(text), origin)

const quoted = (lines: readonly TextLine[], origin: Origin): readonly Quote[] =>
  lines.map(({ text, kind, line }) => ({ text, kind, line, origin }))

const fileQuotes = ({ name, mediaType }: FilePart, origin: Origin): readonly Quote[] =>
  quoted(linesAs('said', [`[file ${name ?? 'without a name'}, ${mediaType}]`]), origin)

const orphanOrigin = ({ name, outcome }: Pick<ToolResultPart, 'name' | 'outcome'>, number: number): Origin => ({
  number,
  speaker: 'tool',
  call: { line: name, label: name, kind: toolKind(name), outcome },
})

/** What the person answered, each answer by itself: it is worth as much as what they type. */
function answerQuotes({ name, output }: ToolResultPart, number: number, asked: Origin | undefined): readonly Quote[] {
  const call = asked?.call ?? orphanOrigin({ name, outcome: 'ok' }, number).call
  return answersIn(redact(jsonText(output))).flatMap(answer => {
    const origin: Origin = { number, speaker: 'person', call }
    return quoted(linesAs('said', proseLines(answer)), origin)
  })
}

const isAnswer = ({ name, outcome }: ToolResultPart): boolean => outcome === 'ok' && asksPerson(name)

/** The lines of a question that the person answered, without the options that they did not choose. */
function questionIn(call: ToolCallPart, answer: Answer | undefined): readonly string[] | null {
  if (answer === undefined || !isAnswer(answer.result)) return null
  const [question = '', ...rest] = askedQuestion(call.input, jsonText(answer.result.output))
  return [`${call.name} ${question}`, ...rest]
}

/** The lines of a call, and the origin that they share with those of its result. */
function readCall(call: ToolCallPart, number: number, answer: Answer | undefined) {
  const asked = questionIn(call, answer)
  const { line, long } = asked === null ? callText(call) : { line: asked[0]!, long: [] }
  const own = calledLines(line)
  const origin = callOrigin(call, own[0] ?? call.name, { number, answer })
  const [head = origin.call.line, ...rest] = asked === null ? own : asked.flatMap(calledLines)
  const quotes: readonly Quote[] = [
    ...quoted(linesAs('call', [head]), origin),
    ...quoted(linesAs('argument', rest), origin),
    ...long.flatMap(argument => quoted(argumentLines(argument), origin)),
  ]
  return { origin, quotes }
}

type CallPlace = { readonly number: number; readonly answer: Answer | undefined }

function callOrigin(call: ToolCallPart, line: string, { number, answer }: CallPlace): Origin & { call: QuotedCall } {
  const outcome = answer?.result.outcome ?? 'missing'
  return {
    number: answer?.number ?? number,
    speaker: 'tool',
    call: { line, label: callLabel(line), kind: callKind(call), outcome },
  }
}

const resultQuotes = ({ output }: ToolResultPart, origin: Origin): readonly Quote[] =>
  quoted(returnedLines(output), origin)
