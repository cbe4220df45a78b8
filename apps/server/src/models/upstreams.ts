import { LonghandError } from 'longhand'
import { boundedFetch } from 'longhand/ai-sdk'
import type { ModelSource } from './model-source.ts'
import { accessOf, isHosted, type ProviderConfig, providersIn, type Variables } from './providers.ts'

/** Where the requests of a client can be passed on to: the address and the key are the configuration's alone. */
export type Upstream = {
  readonly name: string
  readonly protocols: readonly UpstreamProtocol[]
  /** With its version: `https://api.openai.com/v1`. */
  readonly baseURL: string
  /** The server's own key; null when it has none. */
  readonly key: string | null
  /** Whether it can be asked without a key. */
  readonly hosted: boolean
  /** Its models with a key of somebody else; left out where none can write a summary. */
  readonly withKey?: (key: string) => ModelSource
}

export type UpstreamProtocol = 'anthropic' | 'openai-chat' | 'openai-responses'

const openaiProtocols: readonly UpstreamProtocol[] = ['openai-chat', 'openai-responses']

/** Every provider that speaks a protocol of the relay, also those whose key only a client has. */
export function upstreamsIn(variables: Variables, config: ProviderConfig = {}): readonly Upstream[] {
  return providersIn(config).flatMap((provider): readonly Upstream[] => {
    const { name, overrides } = provider
    const hosted = isHosted(provider)
    const known = Object.hasOwn(hostedUpstreams, name) ? hostedUpstreams[name]! : null
    const { readKey, baseURL: given } = accessOf(provider, variables)
    const baseURL = given ?? known?.baseURL
    if (baseURL === undefined || (hosted && known === null)) return []
    const { open, overrides: _, keyVariable: __, address: ___, connection: ____, ...source } = provider
    const withKey = (apiKey: string): ModelSource => ({
      ...source,
      summary: overrides.summary_model ?? source.summary,
      fast: overrides.fast_model ?? source.fast,
      open: open({ apiKey, fetch: boundedFetch, baseURL }),
    })
    return [{ name, protocols: known?.protocols ?? openaiProtocols, baseURL, key: readKey(), hosted, withKey }]
  })
}

/** Google has no protocol of its own here. */
const hostedUpstreams: Readonly<Record<string, Pick<Upstream, 'protocols' | 'baseURL'>>> = {
  anthropic: { protocols: ['anthropic'], baseURL: 'https://api.anthropic.com/v1' },
  openai: { protocols: openaiProtocols, baseURL: 'https://api.openai.com/v1' },
  openrouter: { protocols: [...openaiProtocols, 'anthropic'], baseURL: 'https://openrouter.ai/api/v1' },
}

/** Which provider a request is passed on to, and the model's name there; null for the model of this machine. */
export type Target = { readonly upstream: Upstream | null; readonly model: string }

/** What a client asks for, and the providers of models that name none. */
export type Wanted = {
  readonly protocol: UpstreamProtocol
  readonly model: string
  readonly keys: 'server' | 'client'
  readonly providers: { readonly anthropic: string; readonly openai: string }
}

/**
 * A model's name may begin with the name of its provider, as everywhere here. Any other is the protocol's own provider:
 * with a client's own key always, with the server's keys where it has one.
 */
export function chooseUpstream(upstreams: readonly Upstream[], { protocol, model, keys, providers }: Wanted): Target {
  const speaking = upstreams.filter(({ protocols }) => protocols.includes(protocol))
  const [first, ...rest] = model.split('/')
  if (first === 'offline') return { upstream: null, model: rest.join('/') }
  const named = rest.length === 0 ? undefined : speaking.find(({ name }) => name === first)
  if (named !== undefined) return { upstream: named, model: rest.join('/') }
  const maker = protocol === 'anthropic' ? 'anthropic' : 'openai'
  const own = speaking.find(({ name }) => name === providers[maker])
  if (own === undefined && providers[maker] !== maker)
    throw new LonghandError(
      'bad-config',
      `relay.${maker} is ${providers[maker]}, which is not a provider here that speaks this protocol.`,
    )
  const usable = speaking.filter(({ key, hosted }) => key !== null || !hosted)
  const upstream =
    keys === 'client'
      ? (own ?? null)
      : (usable.find(one => one === own) ?? usable.find(({ hosted }) => !hosted) ?? usable[0] ?? null)
  // Others sell models under the names of their makers; a maker has only its own.
  if (upstream !== null && upstream === own && rest.length > 0 && upstreams.some(({ name }) => name === first))
    throw new LonghandError(
      'not-found',
      `${first} does not speak this protocol. Ask for ${model} at another address.`,
      { details: { model } },
    )
  return { upstream, model }
}
