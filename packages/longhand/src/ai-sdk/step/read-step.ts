import { noDownload } from '../convert/no-download.ts'
import { loadSdkInternals, type SdkInternals } from '../sdk.ts'
import { collectWords } from './collect-words.ts'
import { readWithSdk } from './read-with-sdk.ts'
import {
  type ModelPart,
  promptOf,
  type SdkModel,
  type StepCall,
  type StepEvent,
  settingsOf,
  silentMs,
} from './step-call.ts'

/**
 * Calls a model and reads its answer. Words are read here, which takes a third of what `streamText` takes for them. As
 * soon as something else comes, such as a tool call, the SDK reads the answer from its beginning.
 */
export async function* readStep(call: StepCall): AsyncGenerator<StepEvent> {
  const { over, tools } = call
  const internals = await loadSdkInternals()
  const model = internals.resolveLanguageModel(call.model)
  const silence = setTimeout(
    () => over.abort(new DOMException('It was silent for too long.', 'TimeoutError')),
    silentMs,
  )
  let reader: ReadableStreamDefaultReader<ModelPart> | null = null
  // A model that does not listen to signals is not waited for either.
  const leave = () => void reader?.cancel(over.signal.reason).catch(() => null)
  over.signal.addEventListener('abort', leave)
  const read: ModelPart[] = []
  const words = collectWords()
  let shown = 0
  try {
    const { stream } = await model.doStream(await optionsOf(internals, model, call))
    reader = stream.getReader()
    for (;;) {
      const { value: part } = await reader.read()
      over.signal.throwIfAborted()
      if (part !== undefined) read.push(part)
      const chunks = part === undefined ? null : words.take(part)
      if (part === undefined || chunks === null) {
        clearTimeout(silence)
        return yield* readWithSdk({ ...call, model: replaying(model, read, reader) }, shown)
      }
      if (shown === 0 && part.type !== 'stream-start') {
        shown++
        yield { type: 'chunk', chunk: { type: 'start-step' }, parts: words.parts }
      }
      for (const chunk of chunks) {
        shown++
        silence.refresh()
        yield { type: 'chunk', chunk, parts: words.parts }
      }
      if (part.type === 'finish') {
        yield { type: 'chunk', chunk: { type: 'finish-step' }, parts: words.parts }
        const messages = await internals.toResponseMessages({ content: words.content(), tools })
        const usage = internals.asLanguageModelUsage(part.usage)
        yield { type: 'ended', step: { messages, finishReason: part.finishReason.unified, usage } }
        return
      }
    }
  } finally {
    clearTimeout(silence)
    over.signal.removeEventListener('abort', leave)
  }
}

/** The call as the SDK would make it. */
async function optionsOf(
  internals: SdkInternals,
  model: SdkModel,
  { tools, request, over: { signal } }: StepCall,
): Promise<Parameters<SdkModel['doStream']>[0]> {
  const { instructions, messages } = promptOf(request)
  const offered = await internals.prepareTools({ tools, toolsContext: {} })
  return {
    ...settingsOf(request),
    prompt: await internals.convertToLanguageModelPrompt({
      prompt: { instructions, messages },
      supportedUrls: await model.supportedUrls,
      download: noDownload,
      provider: model.provider.split('.')[0]!,
    }),
    ...(offered && { tools: offered }),
    toolChoice: internals.prepareToolChoice({ toolChoice: undefined }),
    abortSignal: signal,
  }
}

/** A model whose answer has begun: it gives again what was read of it, then the rest. */
const replaying = (
  { provider, modelId, supportedUrls }: SdkModel,
  read: readonly ModelPart[],
  rest: ReadableStreamDefaultReader<ModelPart>,
): SdkModel => ({
  specificationVersion: 'v4',
  provider,
  modelId,
  supportedUrls,
  doGenerate: () => Promise.reject(new Error('A stream that has begun cannot be generated.')),
  doStream: async () => {
    let at = 0
    const stream = new ReadableStream<ModelPart>({
      async pull(to) {
        const { done, value } = at < read.length ? { done: false, value: read[at++] } : await rest.read()
        if (done) to.close()
        else to.enqueue(value!)
      },
      cancel: reason => rest.cancel(reason),
    })
    return { stream }
  },
})
