import { createInterface } from 'node:readline'
import { LonghandError, textOf } from 'longhand'
import type { Api } from 'longhand/client'
import { parseChunk, readEvents } from 'longhand/internal/client'
import { parseCommand } from 'longhand/internal/core'
import type { ExitCode } from '../../run-command.ts'
import type { ServerConnection } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import type { ChatOptions } from './chat-options.ts'

/** A chat without a terminal: each input line is sent as a message or run as a command, answers are printed as plain text. */
export async function plainChat({ api }: ServerConnection, id: string | null, options: ChatOptions): Promise<ExitCode> {
  const { model } = options
  const conversation = id ?? (await api.create(options)).id
  // A conversation that does not exist is reported at once.
  if (id !== null) await (model === undefined ? api.conversation(id) : api.update(id, { model }))
  let code: ExitCode = 0
  for await (const text of createInterface({ input: process.stdin })) {
    if (text.trim() === '') continue
    try {
      const sentence =
        parseCommand(text) === null
          ? await answerTo(api, conversation, text)
          : (await api.command(conversation, text)).sentence
      process.stdout.write(`${clean(sentence).trimEnd()}\n`)
    } catch (error) {
      if (!(error instanceof LonghandError)) throw error
      console.error(`longhand: ${error.message}`)
      code = 1
    }
  }
  if (id === null) console.error(`Continue with: longhand chat ${conversation}`)
  return code
}

/** The text of the answer; tool calls and everything else are ignored. */
async function answerTo(api: Api, conversation: string, text: string): Promise<string> {
  const body = await api.send(conversation, { clientId: crypto.randomUUID(), text }, {})
  let answer = ''
  if (body === null) return answer
  for await (const events of readEvents(body)) {
    for (const chunk of events.flatMap(({ data }) => parseChunk(data) ?? [])) {
      if (chunk.type === 'error') throw new LonghandError('model-failed', chunk.errorText)
      if (chunk.type === 'data-entry' && chunk.data.type === 'message' && chunk.data.message.role === 'assistant') {
        answer += `${textOf(chunk.data.message)}\n`
      }
    }
  }
  return answer
}
