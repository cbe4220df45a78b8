import { Hono } from 'hono'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerChanges, ownerDeletes, ownerReads } from '../gate/route-rule.ts'
import type { Asked } from '../request-env.ts'
import { projectShape } from '../schemas/app.ts'
import { does, takes } from './endpoint.ts'

const named = z.strictObject({ name: z.string().trim().min(1).max(200) })

/** D2 conversations that belong together. */
export const projects = ({ engine }: House) =>
  new Hono<Asked>()
    .get('/', does('List projects', z.array(projectShape), ownerReads), async c =>
      c.json(await engine.storage.as(c.var.owner).projects.list()),
    )
    .post(
      '/',
      does('Begin a project, with its Chief Knowledge Officer', projectShape, ownerChanges),
      takes(named),
      async c => {
        const { name } = c.req.valid('json')
        const ids = { id: crypto.randomUUID(), officer: crypto.randomUUID() }
        return c.json(await engine.storage.as(c.var.owner).projects.create({ ...ids, name }), 201)
      },
    )
    .patch('/:project', does('Rename a project', projectShape, ownerChanges), takes(named), async c => {
      const { name } = c.req.valid('json')
      const { projects, conversations } = engine.storage.as(c.var.owner)
      const project = await projects.rename(c.req.param('project'), name)
      await conversations.update(project.officer, { title: name })
      return c.json(project)
    })
    .delete('/:project', does('Delete a project and all conversations in it', 'nothing', ownerDeletes), async c => {
      await engine.storage.as(c.var.owner).projects.delete(c.req.param('project'))
      return c.body(null, 204)
    })
