import { Hono } from 'hono'
import { LonghandError, type Message } from 'longhand'
import type { SendRequest } from 'longhand/client'
import { titleFromText } from 'longhand/internal/client'
import {
  type Conversation,
  continueAnswer,
  retry,
  type Scope,
  type SendOptions,
  type SendResult,
  send,
  stopTurn,
} from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { defined } from '../defined.ts'
import { bodies } from '../gate/route-rule.ts'
import { answerStream } from '../http/event-stream.ts'
import { followTurn } from '../http/follow-turn.ts'
import { type Briefing, briefing } from '../memories/briefing.ts'
import type { ConversationEnv } from '../request-env.ts'
import { writeTitle } from '../titles/write-title.ts'
import { endpoint, validJson } from './endpoint.ts'

const file = z.strictObject({
  name: z.string().min(1).max(255),
  mediaType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  data: z.base64(),
})

const message = z.strictObject({
  clientId: z.string().regex(/^[\w.:-]{1,120}$/),
  text: z.string().max(4_000_000),
  after: z.string().max(200).nullable().optional(),
  files: z.array(file).max(20).optional(),
  protect: z.boolean().optional(),
})

/** Which answer: the newest, or the one that holds an entry. */
const place = z.strictObject({ entry: z.string().max(200).optional() })

/** Sending messages and streaming the answers. */
export const messages = (context: AppContext) =>
  new Hono<ConversationEnv>()
    .post(
      '/messages',
      endpoint('Send a message; the answer is a UI message stream', 'text/event-stream', {
        cost: 'turn',
        body: bodies.message,
      }),
      validJson(message),
      async c => {
        const { scope, conversation, run } = c.var
        const asked = c.req.valid('json')
        const sending = sendingOf(asked)
        const news = await briefing(scope, conversation)
        const changes = conversationChanges(conversation, asked.text, news)
        const sent = await send(scope, { ...sending, ...changes })
        if (sent.type === 'answering' && changes.title !== undefined) titleAfterwards(context, scope, changes.title)
        return answerResponse(context, scope, { sent, run })
      },
    )
    .post(
      '/retry',
      endpoint('Generate an answer again; the one before stays as a branch', 'text/event-stream', { cost: 'turn' }),
      validJson(place),
      async c => {
        const { scope, run } = c.var
        return answerResponse(context, scope, { sent: await retry(scope, c.req.valid('json').entry), run })
      },
    )
    .post(
      '/continue',
      endpoint('Continue an answer in its place', 'text/event-stream', { cost: 'turn' }),
      validJson(place),
      async c => {
        const { scope, run } = c.var
        return answerResponse(context, scope, { sent: await continueAnswer(scope, c.req.valid('json').entry), run })
      },
    )
    .post('/stop', endpoint('Stop the answer that is being written; what was shown stays', 'nothing'), async c => {
      await stopTurn(c.var.scope)
      return c.body(null, 204)
    })
    .get(
      '/stream',
      endpoint('Resume the stream of the running answer, from its beginning', 'text/event-stream'),
      async c => {
        const { scope } = c.var
        const here = scope.engine.activeTurns.get(scope.conversation)
        if (here !== undefined) return answerStream(gone => here.feed.listen(gone))
        const turn = await scope.store.turns.latest(scope.conversation)
        return turn?.status === 'running' ? answerStream(gone => followTurn(scope, turn.id, gone)) : c.body(null, 204)
      },
    )

function sendingOf({ clientId, text, after, files = [], protect }: Loose<SendRequest>): SendOptions {
  if (text.trim() === '' && files.length === 0) throw new LonghandError('bad-request', 'Write something first.')
  const message: Message = {
    role: 'user',
    parts: [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...files.map(
        ({ name, mediaType, data }) => ({ type: 'file', name, mediaType, source: { type: 'base64', data } }) as const,
      ),
    ],
  }
  return defined({ id: clientId, message, after, protect: protect ? ('protect' as const) : undefined })
}

/** Changes stored together with a message: a title, when there is none, and the briefing that was read. */
function conversationChanges({ title }: Conversation, text: string, news: Briefing | null): Partial<SendOptions> {
  const first = title === null ? titleFromText(text) : null
  return {
    ...(first === null ? {} : { title: first }),
    ...(news === null ? {} : { ahead: news.message, settings: news.settings }),
  }
}

/** The title is written when the answer is, and nobody waits for it. */
function titleAfterwards(context: AppContext, scope: Scope, firstWords: string): void {
  const answered = scope.engine.activeTurns.get(scope.conversation)?.done
  void answered?.then(() => writeTitle(context, scope, firstWords)).catch(() => {})
}

type Loose<T> = { readonly [K in keyof T]: T[K] | (undefined extends T[K] ? undefined : never) }

/** The stream of the answer to a message, also when the message was sent before. */
function answerResponse(
  context: AppContext,
  scope: Scope,
  { sent, run }: { sent: SendResult; run: string | null },
): Response {
  if (sent.type === 'busy') throw busy(sent.turn.id)
  if (sent.type === 'repeated') return answerStream(gone => followTurn(scope, sent.turn.id, gone))
  const here = scope.engine.activeTurns.get(scope.conversation)
  // Changes by the answer are attributed to the run that asked for it.
  void context.authors.during(scope.conversation, run, async () => here?.done)
  return answerStream(gone => sent.feed.listen(gone))
}

const busy = (turn: string) =>
  new LonghandError('busy', 'An answer is being written. Stop it, or wait until it has ended.', { details: { turn } })
