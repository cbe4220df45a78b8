import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { titleFrom } from 'longhand/client'
import { scopeOf } from 'longhand/engine'
import { readTranscript } from 'longhand/wire'
import { z } from 'zod'
import type { Asked, AskedOf } from '../asked.ts'
import { bodies, ownerChanges, ownerReads } from '../gate/route-rule.ts'
import { engineOf, type House } from '../house.ts'
import { titleOf } from '../shown/title.ts'
import { appendMessages } from '../transfer/append-messages.ts'
import { bodyOf, linesOf } from '../transfer/lines.ts'
import { markdown } from '../transfer/markdown.ts'
import { asks, does } from './take.ts'

const importedShape = z.union([
  z.strictObject({ conversations: z.number(), entries: z.number(), skipped: z.array(z.string()) }),
  z.strictObject({
    conversation: z.uuid(),
    format: z.string(),
    messages: z.number(),
    skipped: z.array(z.strictObject({ index: z.number(), problem: z.string() })),
  }),
])

const form = z.strictObject({ format: z.enum(['md', 'json']) })

/** D6 a conversation to take away: for people as Markdown, for Longhand as lines of JSON that lose nothing. */
export const exporting = () =>
  new Hono<AskedOf>().get(
    '/export',
    does('Take the conversation away as a file', 'application/octet-stream', { ...ownerReads, cost: 'transfer' }),
    asks(form),
    c => {
      const { scope, conversation } = c.var
      const { format } = c.req.valid('query')
      c.header('content-disposition', `attachment; filename="${fileName(titleOf(conversation))}.${endings[format]}"`)
      c.header('transfer-encoding', 'chunked')
      c.header('content-type', format === 'md' ? 'text/markdown; charset=utf-8' : 'application/x-ndjson')
      return c.body(
        bodyOf(
          format === 'md'
            ? markdown(titleOf(conversation), scope.store.entries.walk(conversation.id))
            : ended(scope.store.export([conversation.id])),
        ),
      )
    },
  )

/** Everything of an owner: conversations, projects, memories, and what was learnt about models. */
export const exportingAll = ({ engine }: House) =>
  new Hono<Asked>().get(
    '/',
    does('Take everything away as one file', 'application/octet-stream', { ...ownerReads, cost: 'transfer' }),
    c => {
      c.header('content-disposition', 'attachment; filename="longhand.jsonl"')
      c.header('transfer-encoding', 'chunked')
      c.header('content-type', 'application/x-ndjson')
      return c.body(bodyOf(ended(engine.storage.as(c.var.owner).export())))
    },
  )

const endings = { md: 'md', json: 'jsonl' } as const

/** D6 brings back what was exported (lines of JSON), or a transcript of another program (JSON). */
export const importing = (house: House) =>
  new Hono<Asked>().post(
    '/',
    does('Bring in an export, or a transcript of another program', importedShape, {
      ...ownerChanges,
      cost: 'transfer',
      body: bodies.transfer,
    }),
    async c => {
      if (c.req.header('content-type')?.startsWith('application/x-ndjson'))
        return c.json(await house.engine.storage.as(c.var.owner).import(linesOf(c.req.raw.body)), 201)
      const { messages, skipped, format } = readTranscript(await c.req.text())
      if (messages.length === 0) throw new LonghandError('bad-transcript', 'There are no messages in it.')
      const scope = scopeOf(engineOf(house), c.var.owner, crypto.randomUUID())
      const first = messages.find(({ role }) => role === 'user')?.parts.find(part => part.type === 'text')
      const title = titleFrom(first?.text ?? '') ?? 'Imported conversation'
      await scope.store.conversations.create({ id: scope.conversation, title })
      await appendMessages(scope, messages)
      return c.json({ conversation: scope.conversation, format, messages: messages.length, skipped }, 201)
    },
  )

async function* ended(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`
}

/** What every file system takes. */
const fileName = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'longhand'
