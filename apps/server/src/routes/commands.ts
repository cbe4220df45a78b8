import { Hono } from 'hono'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { ConversationEnv } from '../request-env.ts'
import { commandAnswerSchema } from '../schemas/app.ts'
import { endpoint, validJson } from './endpoint.ts'
import { runCommand } from './run-command.ts'

/** M the words of the slash commands, for anyone who can send a line of text. */
export const commands = (context: AppContext) =>
  new Hono<ConversationEnv>().post(
    '/commands',
    endpoint('Run a slash command', commandAnswerSchema, { cost: 'compaction' }),
    validJson(z.strictObject({ text: z.string().max(10_000) })),
    async c => c.json(await runCommand(c.req.valid('json').text, { ...c.var, context, gone: c.req.raw.signal })),
  )
