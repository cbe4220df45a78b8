import { Hono } from 'hono'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import type { House } from '../house.ts'
import { providerShape } from '../shapes/house.ts'
import { does } from './take.ts'

/** Where models can come from. Where one's own servers stand is told only where there is one person. */
export const providers = ({ providers, gate }: House) =>
  new Hono<Asked>().get('/', does('List providers, and how each gets its key', z.array(providerShape)), c =>
    c.json(gate.signIn.people === 'many' ? providers.map(row => ({ ...row, host: null })) : providers),
  )
