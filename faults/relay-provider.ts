import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A provider of Anthropic's Messages whose answer follows from the question, so that an answer that is asked for again is the same. */
export type StepProvider = {
  readonly url: string
  /** How far the newest request has come since `expect`. */
  readonly stage: () => Stage
  /** Another request is about to be sent. */
  expect(): void
  /** The next answer breaks off in its middle. */
  cut(): void
  close(): void
}

export type Stage = 'not asked' | 'asked' | 'answering' | 'answered'

const frame = (data: { readonly type: string; readonly [key: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

/** The answer to the person's newest question. */
export const answerTo = (question: string): string => `Answer to ${/^Question \d+/.exec(question)?.[0] ?? 'that'}.`

export async function startStepProvider(): Promise<StepProvider> {
  let stage: Stage = 'not asked'
  let isCut = false
  const server = createServer(async (came, to) => {
    stage = 'asked'
    const pieces: Buffer[] = []
    for await (const piece of came) pieces.push(piece as Buffer)
    const { messages } = JSON.parse(Buffer.concat(pieces).toString()) as { messages: { content: unknown }[] }
    const words = answerTo(String(messages.at(-1)!.content)).split(/(?<= )/)
    to.writeHead(200, { 'content-type': 'text/event-stream' })
    to.write(
      frame({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 500, output_tokens: 1 },
        },
      }),
    )
    to.write(frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }))
    stage = 'answering'
    for (const [at, text] of words.entries()) {
      to.write(frame({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }))
      await setTimeout(10)
      if (isCut && at === 1) {
        isCut = false
        to.destroy()
        return
      }
    }
    const usage = { output_tokens: words.length }
    to.write(frame({ type: 'content_block_stop', index: 0 }))
    to.end(
      frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }) + frame({ type: 'message_stop' }),
    )
    stage = 'answered'
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stage: () => stage,
    expect: () => {
      stage = 'not asked'
    },
    cut: () => {
      isCut = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
