import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { maxNameLength, type ProjectRow } from 'longhand/internal/client'
import { type Project, projectInstructions, type Store } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { defined } from '../defined.ts'
import type { RequestEnv } from '../request-env.ts'
import { projectSchema } from '../schemas/app.ts'
import { instructionsSchema } from '../schemas/instructions.ts'
import { endpoint, validJson } from './endpoint.ts'

const name = z.string().trim().min(1).max(maxNameLength)
const change = z.strictObject({ name: name.optional(), instructions: instructionsSchema.nullable().optional() })

/** D2 conversations that belong together. */
export const projects = ({ engine }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('List projects', z.array(projectSchema)), async c => {
      const store = engine.storage.as(c.var.owner)
      return c.json(await Promise.all((await store.projects.list()).map(project => rowOf(store, project))))
    })
    .post(
      '/',
      endpoint('Create a project, with its Chief Knowledge Officer', projectSchema),
      validJson(z.strictObject({ name })),
      async c => {
        const store = engine.storage.as(c.var.owner)
        const ids = { id: crypto.randomUUID(), officer: crypto.randomUUID() }
        return c.json(await rowOf(store, await store.projects.create({ ...ids, ...c.req.valid('json') })), 201)
      },
    )
    .patch(
      '/:project',
      endpoint('Rename a project, or change the instructions of its conversations', projectSchema),
      validJson(change),
      async c => {
        const store = engine.storage.as(c.var.owner)
        return c.json(await rowOf(store, await changed(store, c.req.param('project'), c.req.valid('json'))))
      },
    )
    .delete(
      '/:project',
      endpoint('Delete a project and all conversations in it', 'nothing', { audit: 'delete' }),
      async c => {
        await engine.storage.as(c.var.owner).projects.delete(c.req.param('project'))
        return c.body(null, 204)
      },
    )

/** The officer of a project holds what is meant for all of its conversations. */
async function rowOf({ conversations }: Store, project: Project): Promise<ProjectRow> {
  return { ...project, instructions: projectInstructions(await conversations.get(project.officer)) }
}

async function changed(store: Store, id: string, { name, instructions }: z.output<typeof change>): Promise<Project> {
  const project = name === undefined ? await find(store, id) : await store.projects.rename(id, name)
  const settings = await officerSettings(store, project, instructions)
  await store.conversations.update(project.officer, defined({ title: name, settings }))
  return project
}

async function find({ projects }: Store, id: string): Promise<Project> {
  const found = (await projects.list()).find(project => project.id === id)
  if (found !== undefined) return found
  throw new LonghandError('not-found', 'This project is not here. It may have been deleted.')
}

async function officerSettings({ conversations }: Store, { officer }: Project, projectInstructions?: string | null) {
  if (projectInstructions === undefined) return undefined
  const { settings } = await conversations.get(officer)
  return { ...(settings as object), projectInstructions }
}
