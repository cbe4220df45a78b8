import { Hono } from 'hono'
import { z } from 'zod'
import type { AskedOf } from '../asked.ts'
import { carryOut } from '../commands/carry-out.ts'
import { ownerChanges } from '../gate/route-rule.ts'
import type { House } from '../house.ts'
import { commandAnswerShape } from '../shapes/house.ts'
import { does, takes } from './take.ts'

/** M the words of the slash commands, for anyone who can send a line of text. */
export const commands = (house: House) =>
  new Hono<AskedOf>().post(
    '/commands',
    does('Carry out a slash command', commandAnswerShape, { ...ownerChanges, cost: 'compaction' }),
    takes(z.strictObject({ text: z.string().max(10_000) })),
    async c => c.json(await carryOut(c.req.valid('json').text, { ...c.var, house, gone: c.req.raw.signal })),
  )
