import { Hono } from 'hono'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerChanges } from '../gate/route-rule.ts'
import type { AskedOf } from '../request-env.ts'
import { commandAnswerShape } from '../schemas/app.ts'
import { does, takes } from './endpoint.ts'
import { carryOut } from './run-command.ts'

/** M the words of the slash commands, for anyone who can send a line of text. */
export const commands = (house: House) =>
  new Hono<AskedOf>().post(
    '/commands',
    does('Carry out a slash command', commandAnswerShape, { ...ownerChanges, cost: 'compaction' }),
    takes(z.strictObject({ text: z.string().max(10_000) })),
    async c => c.json(await carryOut(c.req.valid('json').text, { ...c.var, house, gone: c.req.raw.signal })),
  )
