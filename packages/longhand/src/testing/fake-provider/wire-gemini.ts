import type { Json } from '../../core/json.ts'
import { type Answer, type Ending, type FailureKind, pieces, type Said } from './answer.ts'
import { type GeminiPart, type GeminiRequest, geminiProblem } from './check-gemini.ts'
import { event, type Wire, type WireContext, type WireTurn } from './wire.ts'

/** Gemini: `POST /v1beta/models/ID:streamGenerateContent` and `:generateContent`. The model's name is in the path. */
export const geminiWire: Wire = {
  name: 'gemini',
  serves: path => /:(streamG|g)enerateContent$/.test(path),
  read: (body, path) => {
    const { systemInstruction, contents = [], tools = [] } = body as unknown as GeminiRequest
    return {
      model: decodeURIComponent(/\/v1[^/]*\/(?:models\/)?(.+):/.exec(path)?.[1] ?? ''),
      stream: path.endsWith(':streamGenerateContent'),
      system: textOf(systemInstruction?.parts ?? []),
      turns: contents.map(spoken),
      tools: tools.flatMap(tool => tool.functionDeclarations ?? []).map(({ name }) => name),
    }
  },
  problem: body => geminiProblem(body as unknown as GeminiRequest),
  frames,
  whole: (answer, about) => chunk(answer.says.map(part), about, finishReasons[answer.ending]),
  failure: (kind, message) => {
    const [code, status] = errors[kind]
    return { status: code, body: { error: { code, message, status } } }
  },
}

function spoken({ role, parts }: { role: string; parts: readonly GeminiPart[] }): WireTurn {
  const isResult = parts.some(part => part.functionResponse !== undefined)
  return { role: isResult ? 'tool' : role === 'model' ? 'assistant' : 'user', text: textOf(parts) }
}

const textOf = (parts: readonly GeminiPart[]): string =>
  parts.map(part => part.text ?? JSON.stringify(part.functionResponse?.response ?? '')).join('\n')

function frames(answer: Answer, about: WireContext): readonly string[] {
  const parts = answer.says.flatMap(partsOf)
  const said = parts.map(one => event(chunk([one], about, null)))
  if (answer.breaks !== undefined) {
    return [...said, event(geminiWire.failure(answer.breaks, 'The model is overloaded. Please try again later.').body)]
  }
  return [...said, event(chunk([], about, finishReasons[answer.ending]))]
}

/** Text comes in pieces, each a part of its own; a call comes whole. */
function partsOf(said: Said): readonly Json[] {
  return said.type === 'call' ? [part(said)] : pieces(said.text).map(text => part({ ...said, text }))
}

function part(said: Said): Json {
  if (said.type === 'text') return { text: said.text }
  if (said.type === 'reasoning') return { text: said.text, thought: true }
  const functionCall = { id: said.id, name: said.name, args: said.input }
  return { functionCall, thoughtSignature: `sig-${said.id}` }
}

function chunk(parts: readonly Json[], { model, usage, index }: WireContext, finishReason: string | null): Json {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === null ? {} : { finishReason }) }],
    usageMetadata: {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cacheRead,
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: model,
    responseId: `gemini_fake_${index}`,
  }
}

const finishReasons: Readonly<Record<Ending, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  calls: 'STOP',
  refusal: 'PROHIBITED_CONTENT',
  filtered: 'SAFETY',
}

const errors: Readonly<Record<FailureKind, readonly [number, string]>> = {
  'bad-request': [400, 'INVALID_ARGUMENT'],
  'bad-key': [400, 'INVALID_ARGUMENT'],
  'rate-limited': [429, 'RESOURCE_EXHAUSTED'],
  unavailable: [500, 'INTERNAL'],
  overloaded: [503, 'UNAVAILABLE'],
  overflow: [400, 'INVALID_ARGUMENT'],
  'too-large': [413, 'INVALID_ARGUMENT'],
}
