import { asJson } from '../../core/json.ts'
import { collectParts } from '../collect-parts.ts'
import { noDownload } from '../convert/no-download.ts'
import { loadSdk } from '../sdk.ts'
import { promptOf, type StepCall, type StepEvent, settingsOf, silentMs } from './step-call.ts'

/** Reads an answer with `streamText`, which runs the tools; so many chunks of it have been shown before. */
export async function* readWithSdk(
  { model, tools, request, over: { signal } }: StepCall,
  shownBefore: number,
): AsyncGenerator<StepEvent> {
  const { isStepCount, streamText, toUIMessageChunk } = await loadSdk()
  const shown = collectParts()
  const result = streamText({
    model,
    tools,
    ...promptOf(request),
    ...settingsOf(request),
    stopWhen: isStepCount(1),
    // The engine retries, so that there is only one budget of attempts.
    maxRetries: 0,
    abortSignal: signal,
    timeout: { firstChunkMs: silentMs, chunkMs: silentMs },
    onError: () => {},
    experimental_download: noDownload,
  })
  let known = shownBefore
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') break
    shown.add(part)
    const chunk = toUIMessageChunk(part, { sendStart: false, sendFinish: false })
    if (chunk === undefined) continue
    if (known > 0) known--
    else yield { type: 'chunk', chunk: asJson(chunk), parts: shown.parts }
  }
  const { response, finishReason, usage } = await result.finalStep
  yield { type: 'ended', step: { messages: response.messages, finishReason, usage } }
}
