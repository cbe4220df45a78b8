import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { createGenerate } from 'longhand/internal/ai-sdk'
import type { ConnectionTestResult } from 'longhand/internal/client'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { Connection } from '../connections/connection.ts'
import { connectionFields, connectionProblem } from '../connections/connection-schema.ts'
import { listModels } from '../connections/list-models.ts'
import { findLocalServers } from '../connections/local-servers.ts'
import { checkHost } from '../connections/refused-address.ts'
import { usualModels } from '../models/providers.ts'
import { tryModel } from '../models/try-model.ts'
import type { RequestEnv } from '../request-env.ts'
import { connectionTestSchema, localServerSchema, providerTestSchema } from '../schemas/app.ts'
import { endpoint, parseRequest, validJson } from './endpoint.ts'

const { models: _, ...candidate } = connectionFields
const { name, ...access } = connectionFields

const candidateSchema = z.strictObject(candidate)
const connectSchema = z.strictObject({ ...access, check: z.enum(['tested', 'untested']) })

/** How long a provider may take to list its models. */
const patienceMs = 15_000

/** W9 connecting providers on the page: for the one owner of a local server, and for nobody who shares one. */
export const connections = ({ connections, models, settings, gate, live }: AppContext) => {
  const refuseShared = () => {
    if (gate.signIn.users === 'many') throw new LonghandError('not-allowed', 'Ask the operator of this server.')
  }
  /** Gives new conversations another model, unless the configuration has given them one. */
  const changeDefault = async (model: string | undefined) => {
    if (model !== undefined && settings.current().origins.model === undefined) await settings.change({ model })
  }
  const isOffline = (model: string) => models.rows.some(({ id, offline }) => id === model && offline)
  return new Hono<RequestEnv>()
    .get('/local', endpoint('Find model servers on this machine', z.array(localServerSchema)), async c => {
      refuseShared()
      const known = connections.providers().map(({ host }) => host)
      const free = connections.localServers.filter(({ baseURL }) => !known.includes(new URL(baseURL).host))
      return c.json(await findLocalServers(free))
    })
    .post(
      '/test',
      endpoint('Ask a provider for its models, and store nothing', connectionTestSchema, { cost: 'turn' }),
      validJson(candidateSchema),
      async c => {
        refuseShared()
        const asked = c.req.valid('json')
        refuseIncomplete(asked)
        if (asked.baseURL !== null) await checkHost(asked.baseURL)
        const listing = await listModels(asked, AbortSignal.timeout(patienceMs))
        if (listing.type === 'failed') return c.json({ outcome: 'failed', sentence: listing.sentence } as const)
        return c.json(worksResult(asked.name, listing.baseURL, listing.models))
      },
    )
    .put(
      '/:name',
      endpoint('Connect a provider, if one of its models answers', providerTestSchema, { cost: 'turn' }),
      validJson(connectSchema),
      async c => {
        refuseShared()
        const { check, ...given } = c.req.valid('json')
        const connection: Connection = { name: parseRequest(name, c.req.param('name')), ...given }
        refuseIncomplete(connection)
        if (connection.baseURL !== null) await checkHost(connection.baseURL)
        const source = connections.tried(connection)
        const model = `${connection.name}/${connection.models[0]}`
        const generate = createGenerate(source.open(connection.models[0]!))
        const tried = check === 'untested' ? null : await tryModel({ name: model, generate }, c.var.owner)
        if (tried?.outcome === 'failed') return c.json({ ...tried, sentence: withoutKey(tried.sentence, connection) })
        await connections.connect(connection)
        if (isOffline(settings.current().model)) await changeDefault(model)
        live.publish(c.var.owner, { type: 'models' })
        return c.json(tried ?? { outcome: 'works', sentence: `${model} is connected.` })
      },
    )
    .delete('/:name', endpoint('Disconnect a provider, and delete its key', 'nothing'), async c => {
      refuseShared()
      await connections.disconnect(c.req.param('name'))
      if (!models.has(settings.current().model)) await changeDefault(models.rows[0]?.id)
      live.publish(c.var.owner, { type: 'models' })
      return c.body(null, 204)
    })
}

function refuseIncomplete(asked: Omit<Connection, 'models'>): void {
  const problem = connectionProblem(asked)
  if (problem !== null) throw new LonghandError('bad-request', problem)
}

/** Providers quote what they were sent. */
const withoutKey = (sentence: string, { key }: Connection): string =>
  key === null ? sentence : sentence.replaceAll(key, '…')

function worksResult(name: string, baseURL: string | null, models: readonly string[] | null): ConnectionTestResult {
  if (models === null || models.length === 0)
    return {
      outcome: 'works',
      sentence: 'It answers, but lists no models. Name one.',
      baseURL,
      models: [],
      suggested: [],
    }
  const usual = usualModels(name).filter(model => models.includes(model))
  const suggested = usual.length > 0 ? usual : models.slice(0, models.length <= 5 ? models.length : 1)
  const sentence = `It works, with ${models.length === 1 ? 'one model' : `${models.length} models`}.`
  return { outcome: 'works', sentence, baseURL, models, suggested }
}
