import { Hono } from 'hono'
import { anthropicProtocol, openaiChatProtocol, openaiResponsesProtocol } from 'longhand/internal/relay'
import type { AppContext } from '../app-context.ts'
import { bodies, type RouteRule, withRule } from '../gate/route-rule.ts'
import { checkRelay } from '../relay/check-relay.ts'
import { refuseWebSocket } from '../relay/refuse-web-socket.ts'
import { relayModels } from '../relay/relay-models.ts'
import { relayCount, relayRequest } from '../relay/relay-request.ts'
import { relayRest } from '../relay/relay-rest.ts'
import type { RequestEnv } from '../request-env.ts'
import { endpoint } from './endpoint.ts'

const relayed = { access: 'client', cost: 'relay', body: bodies.relay } as const satisfies RouteRule

/** H4 the endpoints of providers, for clients that know nothing of us: each gets a conversation without an end. */
export const relay = (context: AppContext) =>
  new Hono<RequestEnv>()
    .use(checkRelay(context.relaySettings))
    .post('/messages', endpoint('Anthropic Messages, passed on and kept', 'application/octet-stream', relayed), c =>
      relayRequest(context, c, { protocol: anthropicProtocol, path: 'messages' }),
    )
    .post(
      '/messages/count_tokens',
      endpoint('How many tokens would be sent, by Anthropic', 'application/octet-stream', relayed),
      c => relayCount(context, c, { protocol: anthropicProtocol, path: 'messages/count_tokens' }),
    )
    .post(
      '/chat/completions',
      endpoint('OpenAI chat completions, passed on and kept', 'application/octet-stream', relayed),
      c => relayRequest(context, c, { protocol: openaiChatProtocol, path: 'chat/completions' }),
    )
    .post('/responses', endpoint('OpenAI responses, passed on and kept', 'application/octet-stream', relayed), c =>
      relayRequest(context, c, { protocol: openaiResponsesProtocol, path: 'responses' }),
    )
    .get('/models', endpoint('The models of the provider', 'application/octet-stream', { ...relayed, body: null }), c =>
      relayModels(context, c),
    )
    .get('/responses', endpoint('WebSockets are refused', 'nothing', { ...relayed, body: null }), refuseWebSocket)
    .all(
      '/*',
      withRule(c => relayRest(context, c), { access: 'client', cost: 'relay', body: bodies.passedOn }),
    )
