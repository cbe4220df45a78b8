import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { LonghandError, textOf, warningSentence } from 'longhand'
import type { Api } from 'longhand/client'
import { type CompactResponse, parseChunk, type Receipt, readEvents } from 'longhand/internal/client'
import { parseCommand } from 'longhand/internal/core'
import type { ExitCode } from '../../run-command.ts'
import type { ServerConnection } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import { printError } from '../../text/print.ts'
import * as wording from '../../words/chat.ts'
import type { ChatOptions } from './chat-options.ts'
import { receiptText, restLine } from './compact-text.ts'

/** A chat without a terminal: each input line is sent as a message or run as a command, answers are printed as plain text. */
export async function plainChat({ api }: ServerConnection, id: string | null, options: ChatOptions): Promise<ExitCode> {
  const { model } = options
  const conversation = id ?? (await api.create(options)).id
  // A conversation that does not exist is reported at once.
  const opened = id === null ? null : await (model === undefined ? api.conversation(id) : api.update(id, { model }))
  const client = opened?.client ?? null
  let code: ExitCode = 0
  for await (const text of createInterface({ input: process.stdin })) {
    if (text.trim() === '') continue
    try {
      const isMessage = parseCommand(text) === null
      if (isMessage && client !== null) throw new LonghandError('not-allowed', wording.clientWrites(client))
      const sentence = isMessage ? await answerTo(api, conversation, text) : await resultOf(api, conversation, text)
      process.stdout.write(`${clean(sentence).trimEnd()}\n`)
    } catch (error) {
      if (!(error instanceof LonghandError)) throw error
      printError(`longhand: ${error.message}`)
      code = 1
    }
  }
  if (id === null) printError(wording.continueWith(conversation))
  return code
}

/** The result of a command; that of `/compact` in the words of the terminal. */
async function resultOf(api: Api, conversation: string, text: string): Promise<string> {
  const { type, sentence, value } = await api.command(conversation, text)
  if (type !== 'compact') return sentence
  const answer = value as CompactResponse
  switch (answer.type) {
    case 'rested':
      return restLine(answer)
    case 'preview':
      return answer.text === null ? sentence : `${sentence}\n\n${answer.text}`
    case 'completed':
      return told(answer.receipt)
    case 'started':
      return told(await receiptOf(api, conversation, answer.id))
  }
}

/** The lines of a receipt; F1 what it warns of is for whoever watches, not for scripts. */
function told(receipt: Receipt): string {
  if (receipt.warnings.length > 0) printError(`! ${warningSentence(receipt)}`)
  return receiptText(receipt).join('\n')
}

/** Waits for a compaction that takes longer than one response; the next line is about its result. */
async function receiptOf(api: Api, conversation: string, id: string): Promise<Receipt> {
  while ((await api.conversation(conversation)).compacting?.id === id) await setTimeout(pollMs)
  const receipt = (await api.receipts(conversation)).find(one => one.id === id)
  if (receipt !== undefined) return receipt
  throw new LonghandError('summariser-failed', wording.nothingCondensed)
}

const pollMs = 500

/** The text of the answer; tool calls and everything else are ignored. */
async function answerTo(api: Api, conversation: string, text: string): Promise<string> {
  const body = await api.send(conversation, { clientId: crypto.randomUUID(), text }, {})
  let answer = ''
  if (body === null) return answer
  for await (const events of readEvents(body)) {
    for (const chunk of events.flatMap(({ data }) => parseChunk(data) ?? [])) {
      if (chunk.type === 'data-failure') throw new LonghandError(chunk.data.code, chunk.data.sentence)
      if (chunk.type === 'data-entry' && chunk.data.type === 'message' && chunk.data.message.role === 'assistant') {
        answer += `${textOf(chunk.data.message)}\n`
      }
      // Standard output holds answers and results of commands alone.
      if (chunk.type === 'data-compaction' && chunk.data.receipt) printError(told(chunk.data.receipt))
    }
  }
  return answer
}
