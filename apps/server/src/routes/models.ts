import { Hono } from 'hono'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { RequestEnv } from '../request-env.ts'
import { modelSchema } from '../schemas/app.ts'
import { endpoint } from './endpoint.ts'

/** The models that people can choose. */
export const models = ({ models }: AppContext) =>
  new Hono<RequestEnv>().get('/', endpoint('List models, and which of them need no key', z.array(modelSchema)), c =>
    c.json(models.rows),
  )
