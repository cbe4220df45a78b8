import { type Context, Hono } from 'hono'
import { scopeOf } from 'longhand/internal/engine'
import type { CountedArchive } from 'longhand/internal/wire'
import { z } from 'zod'
import { type AppContext, currentEngine } from '../app-context.ts'
import { titleOf } from '../display/title.ts'
import { bodies } from '../gate/route-rule.ts'
import type { ConversationEnv, RequestEnv } from '../request-env.ts'
import { html } from '../transfer/html.ts'
import { importArchive } from '../transfer/import-archive.ts'
import { importTranscript } from '../transfer/import-transcript.ts'
import { bodyOf, bytesOf, linesOf } from '../transfer/lines.ts'
import { markdown } from '../transfer/markdown.ts'
import { unpacked } from '../transfer/unpacked.ts'
import { endpoint, validQuery } from './endpoint.ts'

const importedShape = z.union([
  z.strictObject({
    conversations: z.number(),
    entries: z.number(),
    skipped: z.array(z.string()),
    unread: z.number().optional(),
  }),
  z.strictObject({
    conversation: z.uuid(),
    format: z.string(),
    messages: z.number(),
    skipped: z.array(z.strictObject({ index: z.number(), problem: z.string() })),
  }),
])

const form = z.strictObject({
  format: z.enum(['md', 'json', 'html']),
  /** Of a page: whether answers are left as Markdown for a reader that draws it. */
  answers: z.enum(['plain', 'markdown']).optional(),
})

/** D6 exports a conversation: for people as Markdown or a page, for Longhand as lines of JSON that lose nothing. */
export const exporting = () =>
  new Hono<ConversationEnv>().get(
    '/export',
    endpoint('Export the conversation as a file', 'application/octet-stream', { cost: 'transfer', audit: 'export' }),
    validQuery(form),
    c => {
      const { scope, conversation } = c.var
      const { format, answers } = c.req.valid('query')
      c.header('content-disposition', `attachment; filename="${fileName(titleOf(conversation))}.${endings[format]}"`)
      c.header('content-type', types[format])
      const lines = scope.store.export([conversation.id])
      if (format === 'json') return sent(c, ended(lines))
      const title = titleOf(conversation)
      return sent(c, format === 'md' ? markdown(title, lines) : html(title, lines, answers))
    },
  )

/** Everything of an owner: conversations, projects and memories. */
export const exportingAll = ({ engine }: AppContext) =>
  new Hono<RequestEnv>().get(
    '/',
    endpoint('Export everything as one file', 'application/octet-stream', { cost: 'transfer', audit: 'export' }),
    c => {
      c.header('content-disposition', 'attachment; filename="longhand.jsonl"')
      c.header('content-type', 'application/x-ndjson')
      return sent(c, ended(engine.storage.as(c.var.owner).export()))
    },
  )

const endings = { md: 'md', json: 'jsonl', html: 'html' } as const
const types = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/x-ndjson',
  html: 'text/html; charset=utf-8',
} as const

/** D6 imports an export (lines of JSON), a transcript of another program (JSON), or an archive of many (JSON or zip). */
export const importing = (context: AppContext) =>
  new Hono<RequestEnv>().post(
    '/',
    endpoint('Import an export, or what another program has written', importedShape, {
      cost: 'transfer',
      audit: 'import',
      // It is streamed, and long parts are parsed in threads.
      body: { ...bodies.transfer, json: 'streamed' },
    }),
    async c => {
      const { engine, readers } = context
      if (c.req.header('content-type')?.startsWith('application/x-ndjson')) {
        const lines = linesOf(c.req.raw.body)
        return c.json(await engine.storage.as(c.var.owner).import(lines, readers.exportLines), 201)
      }
      const bytes = await bytesOf(c.req.raw.body)
      const importAll = async (archives: AsyncIterable<CountedArchive> | Iterable<CountedArchive>) =>
        c.json(await importArchive(currentEngine(context), c.var.owner, { archives, parse: readers.exportLines }), 201)
      if (c.req.header('content-type') === 'application/zip') return importAll(unpacked(bytes, readers, goneOf(c)))
      const read = await readers.others(bytes)
      if ('conversations' in read) return importAll([read])
      const transcript = read
      const scope = scopeOf(currentEngine(context), c.var.owner, crypto.randomUUID())
      await importTranscript(scope, transcript, readers.exportLines)
      c.set('made', scope.conversation)
      const { format, messages, skipped } = transcript
      return c.json({ conversation: scope.conversation, format, messages, skipped }, 201)
    },
  )

/** Fires when whoever has sent a request does not wait for its answer any more. */
function goneOf({ env }: Context<RequestEnv>): AbortSignal {
  const gone = new AbortController()
  env?.outgoing?.once('close', () => gone.abort())
  if (env?.outgoing?.destroyed) gone.abort()
  return gone.signal
}

/** Streams a file. One that fails breaks the connection: a partial file must not look complete. */
function sent(c: Context, pieces: AsyncIterable<string>): Response {
  c.header('transfer-encoding', 'chunked')
  return c.body(bodyOf(pieces))
}

async function* ended(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`
}

/** A file name that every file system accepts. */
const fileName = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'longhand'
