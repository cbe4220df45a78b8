import type { Context } from 'hono'
import type { Summariser } from 'longhand/internal/engine'
import { redact } from 'longhand/internal/facts'
import type { Protocol, RelayCall } from 'longhand/internal/relay'
import type { AppContext } from '../app-context.ts'
import type { Target } from '../models/upstreams.ts'
import type { RequestEnv } from '../request-env.ts'
import type { ShownKey } from './accepted-keys.ts'
import type { RelayBody } from './read-body.ts'
import { keysOfClient } from './relay-headers.ts'

export type RelayContext = Context<RequestEnv>

/** Which endpoint of a provider was called. */
export type RelayEndpoint = { readonly protocol: Protocol; readonly path: string }

/** One request of a client on its way: where it goes, and what is kept of it. */
export type Passing = {
  readonly context: AppContext
  readonly c: RelayContext
  readonly endpoint: RelayEndpoint
  readonly body: RelayBody
  /** When its last byte was there. */
  readonly cameAt: number
  readonly target: Target
  readonly stop: AbortController
  /** Its last byte has left. */
  readonly sent: Signal
  /** The answer has begun, or has taken so long that storing won't delay it: both take this thread. */
  readonly mayStore: Signal
  /** H4.37 false when the provider has refused the key of its client, true when it has answered anything else or nothing will come. */
  readonly letIn: PromiseWithResolvers<boolean>
}

type Signal = PromiseWithResolvers<void>

/** Whether a request goes on with keys that belong to several people. */
export const sharesKeys = ({ context, c }: Passing): boolean =>
  c.var.keys === 'server' && context.gate.signIn.users !== 'one'

/** The request as the relay reads it. */
export function callOf(passing: Passing): RelayCall {
  const { c, endpoint, body, target, stop, mayStore, letIn } = passing
  const { upstream, model } = target
  return {
    owner: c.var.owner,
    protocol: endpoint.protocol,
    bytes: body.bytes,
    members: body.members,
    model: upstream === null ? offlineName(model) : `${upstream.name}/${model}`,
    rename: model === body.model ? null : model,
    client: redact((c.req.header('user-agent') ?? 'unknown').slice(0, 200)),
    header: name => c.req.header(name) ?? null,
    summariser: c.var.keys === 'server' ? 'server' : clientSummariser(passing),
    signal: stop.signal,
    mayStore: mayStore.promise,
    ...(clientKeyOf(passing) !== null && { letIn: letIn.promise }),
  }
}

/**
 * H4.21, H4.37 a client's own key pays for the summary that its request leads to, and no other key does. It is held in
 * memory until that is written. A login is for the requests of its program alone.
 */
function clientSummariser({ context, c, target: { upstream } }: Passing): Summariser | null {
  const key = c.req.header('x-api-key') ?? c.req.header('authorization')?.replace(/^Bearer /i, '')
  if (key === undefined || isLogin.test(key) || upstream?.withKey === undefined) return null
  return context.models.summariserFrom(upstream.withKey(key))
}

const isLogin = /^(sk-ant-oat|eyJ)/

export const offlineName = (model: string): string => `offline/${model === 'quoting-8k' ? model : 'quoting'}`

/** H4.37 the key that a client brings for a provider; null for a request with the server's, and where none is asked for. */
export function clientKeyOf({ c, target: { upstream } }: Passing): ShownKey | null {
  if (c.var.keys === 'server' || upstream === null) return null
  const shown = keysOfClient(c.env.incoming!.headers).map(header => header.join(': '))
  return { owner: c.var.owner, baseURL: upstream.baseURL, shown }
}
