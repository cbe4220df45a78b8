import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { LonghandError } from 'longhand'
import { scopeOf } from 'longhand/internal/engine'
import { type AppContext, currentEngine } from './app-context.ts'
import { wrongMethodIn } from './gate/check-method.ts'
import { pathIn } from './gate/check-path.ts'
import { createGate, refusalResponse } from './gate/gate.ts'
import { targetOf } from './gate/request-facts.ts'
import { bodies, openToAll, openToFrames, withRule } from './gate/route-rule.ts'
import { secureHeaders } from './gate/secure-headers.ts'
import { failureResponse } from './http/failure.ts'
import { fileFor } from './http/page.ts'
import { missingVersion, pathsWithoutVersion } from './relay/check-address.ts'
import { inProviderShape } from './relay/in-provider-shape.ts'
import type { ConversationEnv, RequestEnv } from './request-env.ts'
import { branches } from './routes/branches.ts'
import { checkpoints } from './routes/checkpoints.ts'
import { compactions } from './routes/compactions.ts'
import { connections } from './routes/connections.ts'
import { conversation } from './routes/conversation.ts'
import { conversations } from './routes/conversations.ts'
import { deleted } from './routes/deleted.ts'
import { health } from './routes/health.ts'
import { liveFeed } from './routes/live.ts'
import { login } from './routes/login.ts'
import { memories, memory } from './routes/memories.ts'
import { messages } from './routes/messages.ts'
import { models } from './routes/models.ts'
import { openapi } from './routes/openapi.ts'
import { projectFiles } from './routes/project-files.ts'
import { projects } from './routes/projects.ts'
import { relay } from './routes/relay.ts'
import { commands } from './routes/run-command.ts'
import { recovery, runs } from './routes/runs.ts'
import { search } from './routes/search.ts'
import { settings } from './routes/settings.ts'
import { stateless } from './routes/stateless.ts'
import { exporting, exportingAll, importing } from './routes/transfer.ts'
import { observeRequests } from './telemetry/watch-requests.ts'

/** The HTTP app: the gate, the routes behind it, and the page. */
export function createApp(context: AppContext): Hono<RequestEnv> {
  // The router is given the path as it was sent, as the gate is: neither decodes what the other does not.
  const app = new Hono<RequestEnv>({ getPath: (request, options) => pathIn(targetOf(request, options?.env?.incoming)) })
  app.onError((error, c) => failureResponse(c, error, context.log))
  app.use(observeRequests(context.metrics, context.log))
  app.use(secureHeaders)
  // With a second slash in front as well: a base URL that ends in one leads there, to the gate's refusal.
  for (const path of ['/v1/*', ...pathsWithoutVersion].flatMap(path => [path, `/${path}`]))
    app.use(path, inProviderShape)
  const wrongMethod = wrongMethodIn(app)
  app.use(createGate(context.gate, wrongMethod))

  app.route('/', health(context))
  app.route('/api/login', login(context))
  app.route('/api/conversations', conversations(context))
  app.route('/api/conversations/:id', oneConversation(context))
  app.route('/api/deleted', deleted(context))
  app.route('/api/live', liveFeed(context))
  app.route('/api/search', search(context))
  app.route('/api/runs', runs(context))
  app.route('/api/recovery', recovery(context))
  app.route('/api', models(context))
  app.route('/api/connections', connections(context))
  app.route('/api/settings', settings(context))
  app.route('/api/projects', projects(context))
  app.route('/api/projects/:project/files', projectFiles(context))
  app.route('/api/memories', memories(context))
  app.route('/api/export', exportingAll(context))
  app.route('/api/import', importing(context))
  app.route('/api/stateless', stateless(context))
  app.route('/v1', relay(context))
  const withoutVersion = async ({ req }: Context<RequestEnv>) => {
    throw missingVersion(new URL(req.url).origin)
  }
  for (const path of pathsWithoutVersion)
    app.all(path, withRule(withoutVersion, { ...openToAll, body: bodies.passedOn }))
  app.route('/', openapi(app))
  // An unknown path under `/api` is answered only to those who are signed in; the page handles everything else.
  const misses = async ({ req }: Context<RequestEnv>) => {
    const refusal = wrongMethod(req.path)
    return refusal === null ? notFound() : refusalResponse(refusal)
  }
  app.all('/api/*', withRule(misses, { access: 'owner', cost: 'read', body: bodies.optionalJson }))

  app.get(
    '/diagrams/:file',
    withRule(async ({ req }) => page(context, req.path), openToFrames),
  )
  app.get(
    '*',
    withRule(async ({ req }) => page(context, req.path), openToAll),
  )
  app.notFound(() => notFound())
  return app
}

function oneConversation(context: AppContext): Hono<ConversationEnv> {
  const app = new Hono<ConversationEnv>()
  app.use(findConversation(context))
  app.route('/', conversation(context))
  app.route('/', messages(context))
  app.route('/', compactions())
  app.route('/checkpoints', checkpoints(context))
  app.route('/memory', memory())
  app.route('/', branches())
  app.route('/', commands(context))
  app.route('/', exporting())
  return app
}

/** Finds the conversation that a request names, before anything is done to it: another owner's is not found. */
const findConversation =
  (context: AppContext): MiddlewareHandler<ConversationEnv> =>
  async (c, next) => {
    const scope = scopeOf(currentEngine(context), c.var.owner, c.req.param('id') ?? '')
    c.set('scope', scope)
    const isMessage = c.req.method === 'POST' && c.req.path.endsWith('/messages')
    const known = isMessage ? context.namedChats.get(scope.owner, scope.conversation) : null
    const conversation = known ?? (await scope.store.conversations.get(scope.conversation))
    if (known === null) context.namedChats.note(scope.owner, conversation)
    c.set('conversation', conversation)
    return c.req.method === 'GET' ? next() : context.authors.during(conversation.id, c.var.run, next)
  }

function page({ page }: AppContext, path: string): Response {
  const file = page === null ? null : fileFor(page, path)
  if (file === null) return notFound()
  return new Response(file.bytes, { headers: { 'content-type': file.type, 'cache-control': file.cacheControl } })
}

function notFound(): never {
  throw new LonghandError('not-found', 'There is nothing at this address.')
}
