import { Hono } from 'hono'
import { LonghandError, user } from 'longhand'
import { maxFileChars, maxFiles, type Store } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { fileRow } from '../display/file-row.ts'
import { bodies } from '../gate/route-rule.ts'
import type { RequestEnv } from '../request-env.ts'
import { projectFileSchema } from '../schemas/app.ts'
import { endpoint, validJson, validQuery } from './endpoint.ts'

const name = z.string().trim().min(1).max(255)
const file = z.strictObject({ name, text: z.string().min(1) })

/** W26 texts that all conversations of a project give to the model. */
export const projectFiles = ({ engine }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('List the files of a project', z.array(projectFileSchema)), async c =>
      c.json((await engine.storage.as(c.var.owner).projects.files(projectIn(c))).map(fileRow)),
    )
    .post(
      '/',
      endpoint('Add a file to a project; one of the same name gives way', z.array(projectFileSchema), {
        body: bodies.message,
        stores: true,
      }),
      validJson(file),
      async c => {
        const { projects } = engine.storage.as(c.var.owner)
        const { name, text } = c.req.valid('json')
        await checkRoom(projects, projectIn(c), { name, text })
        await projects.putFile(projectIn(c), { name, text, tokens: await engine.meter.countAsync(user(text)) })
        return c.json((await projects.files(projectIn(c))).map(fileRow), 201)
      },
    )
    .delete(
      '/',
      endpoint('Delete a file of a project', 'nothing', { audit: 'delete' }),
      validQuery(z.strictObject({ name: z.string().max(255) })),
      async c => {
        await engine.storage.as(c.var.owner).projects.deleteFile(projectIn(c), c.req.valid('query').name)
        return c.body(null, 204)
      },
    )

/** The path that these routes are mounted at names it. */
const projectIn = (c: { readonly req: { param(name: string): string | undefined } }): string => c.req.param('project')!

type NewFile = { readonly name: string; readonly text: string }

async function checkRoom(projects: Store['projects'], id: string, { name, text }: NewFile): Promise<void> {
  const others = (await projects.files(id)).filter(file => file.name !== name)
  const chars = others.reduce((sum, file) => sum + file.text.length, text.length)
  if (others.length >= maxFiles)
    throw new LonghandError('too-large', `A project holds ${maxFiles} files. Delete one before you add ${name}.`)
  if (chars > maxFileChars) throw new LonghandError('too-large', tooLong(name, chars))
}

const tooLong = (name: string, chars: number): string =>
  `${name} does not fit. The files of a project can have ${figure(maxFileChars)} characters in all; with it they would have ${figure(chars)}. Add a shorter part of it, or attach it to a message.`

const figure = (count: number): string => count.toLocaleString('en')
