import type { Context } from 'hono'
import type { AppContext } from '../app-context.ts'
import { chooseUpstream } from '../models/upstreams.ts'
import type { RequestEnv } from '../request-env.ts'
import { passAnswer } from './pass-answer.ts'
import { checkTokenFree, headersUpstream } from './relay-headers.ts'
import { checkTarget } from './relay-request.ts'
import { sendUpstream } from './send-upstream.ts'

/** H4.19 the list of models is the provider's; without one, the models of this machine, in its form. */
export async function relayModels(
  { connections, models, relaySettings, gate, log }: AppContext,
  c: Context<RequestEnv>,
): Promise<Response> {
  // Both providers list their models at the same address; only Anthropic's clients name its version.
  const protocol = c.req.header('anthropic-version') === undefined ? 'openai-chat' : 'anthropic'
  const { keys } = c.var
  const target = chooseUpstream(connections.upstreams(), {
    protocol,
    model: '',
    keys,
    providers: relaySettings.providers,
  })
  checkTarget(target, gate.names())
  const { upstream } = target
  if (upstream === null) {
    const own = models.rows.filter(({ offline }) => offline).map(({ id }) => id)
    const data = own.map(id => ({
      id,
      type: 'model',
      object: 'model',
      display_name: id,
      created: 0,
      created_at: '1970-01-01T00:00:00Z',
      owned_by: 'longhand',
    }))
    return c.json({ object: 'list', data, has_more: false, first_id: own[0] ?? null, last_id: own.at(-1) ?? null })
  }
  const stop = new AbortController()
  c.env.outgoing!.once('close', () => stop.abort())
  const headers = headersUpstream(c.env.incoming!, { upstream, protocol, keys, signIn: gate.signIn })
  const query = new URL(c.req.url).search
  checkTokenFree(query, gate.signIn)
  const answer = await sendUpstream(
    upstream,
    { method: 'GET', path: 'models', query, headers, body: null },
    stop.signal,
  )
  return passAnswer(c.env, { answer, headers: [], stop, log, listening: null })
}
