import { type Context, Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { House } from './app-context.ts'
import { pathIn } from './gate/check-path.ts'
import { createGate, refuse } from './gate/gate.ts'
import { targetOf } from './gate/request-facts.ts'
import { bodies, openToAll, ownerReads, withRule } from './gate/route-rule.ts'
import { secureHeaders } from './gate/secure-headers.ts'
import { wrongMethodIn } from './gate/wrong-method.ts'
import { fail } from './http/failure.ts'
import { fileFor } from './http/page.ts'
import type { Asked, AskedOf } from './request-env.ts'
import { branches } from './routes/branches.ts'
import { checkpoints } from './routes/checkpoints.ts'
import { commands } from './routes/commands.ts'
import { compactions } from './routes/compactions.ts'
import { conversation } from './routes/conversation.ts'
import { conversations } from './routes/conversations.ts'
import { findConversation } from './routes/find-conversation.ts'
import { health } from './routes/health.ts'
import { learnt } from './routes/learnt.ts'
import { liveFeed } from './routes/live.ts'
import { login } from './routes/login.ts'
import { memories, memory } from './routes/memories.ts'
import { messages } from './routes/messages.ts'
import { metrics } from './routes/metrics.ts'
import { models } from './routes/models.ts'
import { openapi } from './routes/openapi.ts'
import { projects } from './routes/projects.ts'
import { providers } from './routes/providers.ts'
import { recovery, runs } from './routes/runs.ts'
import { search } from './routes/search.ts'
import { settings } from './routes/settings.ts'
import { stateless } from './routes/stateless.ts'
import { tools } from './routes/tools.ts'
import { exporting, exportingAll, importing } from './routes/transfer.ts'
import { watchRequests } from './telemetry/watch-requests.ts'

/** The server's HTTP face: a gate, the routes behind it, and the page. */
export function createApp(house: House): Hono<Asked> {
  // The router is given the path as it was sent, as the gate is: neither decodes what the other does not.
  const app = new Hono<Asked>({ getPath: (request, options) => pathIn(targetOf(request, options?.env?.incoming)) })
  app.onError((error, c) => fail(c, error, house.log))
  app.use(watchRequests(house.metrics, house.log))
  app.use(secureHeaders)
  const wrongMethod = wrongMethodIn(app)
  app.use(createGate(house.gate, wrongMethod))

  app.route('/', health(house))
  app.route('/', metrics(house))
  app.route('/api/login', login(house))
  app.route('/api/conversations', conversations(house))
  app.route('/api/conversations/:id', oneConversation(house))
  app.route('/api/live', liveFeed(house))
  app.route('/api/search', search(house))
  app.route('/api/runs', runs(house))
  app.route('/api/recovery', recovery(house))
  app.route('/api/models', models(house))
  app.route('/api/learnt', learnt(house))
  app.route('/api/providers', providers(house))
  app.route('/api/settings', settings(house))
  app.route('/api/tools', tools(house))
  app.route('/api/projects', projects(house))
  app.route('/api/memories', memories(house))
  app.route('/api/export', exportingAll(house))
  app.route('/api/import', importing(house))
  app.route('/api/stateless', stateless(house))
  app.route('/', openapi(app))
  // What is under `/api` and no route is told to nobody who is not known, before the page takes all that is left.
  const misses = async ({ req }: Context<Asked>) => {
    const refusal = wrongMethod(req.path)
    return refusal === null ? lost() : refuse(refusal)
  }
  app.all('/api/*', withRule(misses, { ...ownerReads, body: bodies.maybeJson }))

  app.get(
    '*',
    withRule(async ({ req }) => page(house, req.path), openToAll),
  )
  app.notFound(() => lost())
  return app
}

function oneConversation(house: House): Hono<AskedOf> {
  const app = new Hono<AskedOf>()
  app.use(findConversation(house))
  app.route('/', conversation(house))
  app.route('/', messages(house))
  app.route('/', compactions())
  app.route('/checkpoints', checkpoints(house))
  app.route('/memory', memory())
  app.route('/', branches())
  app.route('/', commands(house))
  app.route('/', exporting())
  return app
}

function page({ page }: House, path: string): Response {
  const file = page === null ? null : fileFor(page, path)
  if (file === null) return lost()
  return new Response(file.bytes, { headers: { 'content-type': file.type, 'cache-control': file.caching } })
}

function lost(): never {
  throw new LonghandError('not-found', 'There is nothing at this address.')
}
