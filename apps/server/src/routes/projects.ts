import { Hono } from 'hono'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { RequestEnv } from '../request-env.ts'
import { projectSchema } from '../schemas/app.ts'
import { endpoint, validJson } from './endpoint.ts'

const named = z.strictObject({ name: z.string().trim().min(1).max(200) })

/** D2 conversations that belong together. */
export const projects = ({ engine }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('List projects', z.array(projectSchema)), async c =>
      c.json(await engine.storage.as(c.var.owner).projects.list()),
    )
    .post(
      '/',
      endpoint('Create a project, with its Chief Knowledge Officer', projectSchema),
      validJson(named),
      async c => {
        const { name } = c.req.valid('json')
        const ids = { id: crypto.randomUUID(), officer: crypto.randomUUID() }
        return c.json(await engine.storage.as(c.var.owner).projects.create({ ...ids, name }), 201)
      },
    )
    .patch('/:project', endpoint('Rename a project', projectSchema), validJson(named), async c => {
      const { name } = c.req.valid('json')
      const { projects, conversations } = engine.storage.as(c.var.owner)
      const project = await projects.rename(c.req.param('project'), name)
      await conversations.update(project.officer, { title: name })
      return c.json(project)
    })
    .delete('/:project', endpoint('Delete a project and all conversations in it', 'nothing'), async c => {
      await engine.storage.as(c.var.owner).projects.delete(c.req.param('project'))
      return c.body(null, 204)
    })
