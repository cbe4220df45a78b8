import { Hono } from 'hono'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { RequestEnv } from '../request-env.ts'
import { toolServerSchema } from '../schemas/app.ts'
import { endpoint } from './endpoint.ts'

/** H7 the tool servers that the configuration names. */
export const tools = ({ toolBox }: AppContext) =>
  new Hono<RequestEnv>().get('/', endpoint('List tool servers and what they offer', z.array(toolServerSchema)), c =>
    c.json(toolBox.rows()),
  )
