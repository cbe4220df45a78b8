import type { Json } from '../../core/json.ts'
import { first } from './first.ts'

/** The parts of a request that the fake reads. */
export type GeminiRequest = {
  readonly systemInstruction?: { readonly parts: readonly GeminiPart[] }
  readonly contents?: readonly GeminiTurn[]
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
}

export type GeminiTurn = { readonly role: string; readonly parts: readonly GeminiPart[] }

export type GeminiPart = {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly functionCall?: { readonly name: string; readonly args: Json }
  readonly functionResponse?: { readonly name: string; readonly response: Json }
}

/** What Gemini would refuse about a request: the first rule it breaks, in the provider's words. */
export function geminiProblem({ contents = [] }: GeminiRequest): string | null {
  if (contents.length === 0) return 'GenerateContentRequest.contents: contents is not specified'
  if (contents.at(-1)!.role !== 'user') {
    return 'Please ensure that multiturn requests end with a user role or a function response.'
  }
  return first(contents, (turn, at) => partProblem(turn, at) ?? orderProblem(turn, contents[at - 1], contents[at + 1]))
}

function partProblem({ role, parts }: GeminiTurn, at: number): string | null {
  if (role !== 'user' && role !== 'model') return `Please use a valid role: user, model. Found ${role}.`
  if (parts.length === 0) return `GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`
  const empty = parts.some(part => part.text === '' && part.thoughtSignature === undefined)
  if (empty) return 'Unable to submit request because it must have a text parameter.'
  const odd = parts.some(({ functionCall }) => functionCall !== undefined && !isStruct(functionCall.args))
  if (odd)
    return `Invalid value at 'contents[${at}].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct)`
  const mixed = parts.some(isResult) && !parts.every(isResult)
  return mixed ? 'Please ensure that a function response turn holds only function responses.' : null
}

function orderProblem(turn: GeminiTurn, before: GeminiTurn | undefined, next: GeminiTurn | undefined): string | null {
  const calls = turn.parts.filter(isCall).length
  if (calls > 0 && before?.role !== 'user') {
    return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
  }
  if (calls > 0 && next?.parts.filter(isResult).length !== calls) {
    return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
  }
  if (turn.parts.some(isResult)) {
    const asked = before?.parts.some(isCall) ?? false
    return asked ? null : 'Please ensure that function response turn comes immediately after a function call turn.'
  }
  // A person may speak behind a function response; any other two turns of one role are refused.
  const doubled = turn.role === (before?.role ?? 'model') && !before?.parts.some(isResult)
  return doubled ? 'Please ensure that multiturn requests alternate between user and model.' : null
}

const isStruct = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const isCall = (part: GeminiPart): boolean => part.functionCall !== undefined
const isResult = (part: GeminiPart): boolean => part.functionResponse !== undefined
