import { createInterface } from 'node:readline'
import { LonghandError, textOf } from 'longhand'
import { parseChunk, readEvents } from 'longhand/internal/client'
import { parseCommand } from 'longhand/internal/core'
import type { ExitCode } from '../../run-command.ts'
import type { ServerConnection } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import type { ChatOptions } from './chat-options.ts'

/** A chat without a terminal: each input line is sent as a message or run as a command, answers are printed as plain text. */
export async function plainChat(link: ServerConnection, id: string | null, options: ChatOptions): Promise<ExitCode> {
  const { model } = options
  const conversation = id ?? (await link.api.create(options)).id
  // A conversation that does not exist is reported at once.
  if (id !== null) await (model === undefined ? link.api.conversation(id) : link.api.update(id, { model }))
  let code: ExitCode = 0
  for await (const words of createInterface({ input: process.stdin })) {
    if (words.trim() === '') continue
    try {
      const sentence =
        parseCommand(words) === null
          ? await answerTo(link, conversation, words)
          : (await link.api.command(conversation, words)).sentence
      process.stdout.write(`${clean(sentence).trimEnd()}\n`)
    } catch (error) {
      if (!(error instanceof LonghandError)) throw error
      console.error(`longhand: ${error.message}`)
      code = 1
    }
  }
  if (id === null) console.error(`Go on with: longhand chat ${conversation}`)
  return code
}

/** The text of the answer; tool calls and everything else are ignored. */
async function answerTo({ api }: ServerConnection, conversation: string, text: string): Promise<string> {
  const body = await api.send(conversation, { clientId: crypto.randomUUID(), text }, {})
  let words = ''
  if (body === null) return words
  for await (const events of readEvents(body)) {
    for (const chunk of events.flatMap(({ data }) => parseChunk(data) ?? [])) {
      if (chunk.type === 'error') throw new LonghandError('model-failed', chunk.errorText)
      if (chunk.type === 'data-entry' && chunk.data.type === 'message' && chunk.data.message.role === 'assistant') {
        words += `${textOf(chunk.data.message)}\n`
      }
    }
  }
  return words
}
