import { providerFailureOf } from 'longhand/internal/providers'
import { meantAddresses } from './server-address.ts'

/** A provider that may be connected: its name, what it is reached with, and where. */
export type Candidate = { readonly name: string; readonly key: string | null; readonly baseURL: string | null }

/** What a provider says about its models. `models` is null where the server has no such list. */
export type ModelListing =
  | { readonly type: 'answered'; readonly baseURL: string | null; readonly models: readonly string[] | null }
  | { readonly type: 'failed'; readonly sentence: string }

/** Asks a provider for its models, which tells whether its address answers and its key is good. */
export async function listModels(candidate: Candidate, signal: AbortSignal): Promise<ModelListing> {
  const { name, baseURL } = candidate
  const own = ownURLs[name]
  const addresses = baseURL === null ? (own === undefined ? [] : [own]) : meantAddresses(baseURL)
  let answered: ModelListing = { type: 'failed', sentence: 'Give the address of the server.' }
  for (const address of addresses) {
    answered = await listAt(candidate, address, signal)
    if (answered.type === 'answered' && answered.models !== null) break
  }
  return answered.type === 'answered' && baseURL === null ? { ...answered, baseURL: null } : answered
}

/** Where hosted providers list their models. */
const ownURLs: Readonly<Record<string, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
}

async function listAt(candidate: Candidate, baseURL: string, signal: AbortSignal): Promise<ModelListing> {
  const { name } = candidate
  try {
    // OpenRouter lists its models to everyone, and tells elsewhere whether a key is good.
    if (name === 'openrouter') {
      const { status, text } = await get(`${baseURL}/key`, candidate, signal)
      if (status === 401 || status === 403) return failed(candidate, { statusCode: status, responseBody: text })
    }
    const page = name === 'anthropic' ? '?limit=1000' : name === 'google' ? '?pageSize=1000' : ''
    const { status, text } = await get(`${baseURL}/models${page}`, candidate, signal)
    if (status >= 300 && status < 400)
      return { type: 'failed', sentence: 'This address redirects. Paste the one it leads to.' }
    if (status === 404 || status === 405) return { type: 'answered', baseURL, models: null }
    if (status !== 200) return failed(candidate, { statusCode: status, responseBody: text })
    const models = modelsIn(text)
    return models === null ? { type: 'failed', sentence: notAModelServer } : { type: 'answered', baseURL, models }
  } catch (error) {
    if (isUnreachable(error)) return { type: 'failed', sentence: unreachable(baseURL) }
    return failed(candidate, error)
  }
}

const notAModelServer =
  'Something answers at this address, but not as a model server does. Base URLs usually end in /v1.'

/** Only the host: a path may hold what is nobody's business. */
const unreachable = (baseURL: string): string =>
  `Nothing answers at ${new URL(baseURL).host}. Check the address, and that the server runs.`

const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')

/** The provider's refusal as one sentence, without the key, whatever it quotes. */
function failed({ name, key }: Candidate, error: unknown): ModelListing {
  const failure = providerFailureOf(error)
  if (failure.type === 'refused-key') {
    const sentence =
      key === null ? `${name} wants a key. Paste one.` : `${name} refuses this key. Check that you pasted all of it.`
    return { type: 'failed', sentence }
  }
  const sentence = failure.type === 'overflow' ? notAModelServer : failure.sentence
  return { type: 'failed', sentence: key === null ? sentence : sentence.replaceAll(key, '…') }
}

const maxBytes = 16_000_000

type Got = { readonly status: number; readonly text: string }

/** Redirects are not followed: the key is for this address alone. */
async function get(url: string, candidate: Candidate, signal: AbortSignal): Promise<Got> {
  const response = await fetch(url, { headers: headersFor(candidate), redirect: 'manual', signal })
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size > maxBytes) break
  }
  return { status: response.status, text: Buffer.concat(pieces).toString('utf8') }
}

function headersFor({ name, key }: Candidate): Record<string, string> {
  if (key === null) return {}
  if (name === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  return name === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

/** The names in a list of models, as Anthropic, OpenAI and everyone like them write it, or Google; null for anything else. */
function modelsIn(text: string): readonly string[] | null {
  const read = parse(text)
  const rows = Array.isArray(read?.data) ? read.data : read?.models
  if (!Array.isArray(rows)) return null
  const names = rows.flatMap((row: ListedModel | null) => {
    const name = row?.id ?? row?.name
    const speaks = row?.supportedGenerationMethods?.includes?.('generateContent') ?? true
    return typeof name === 'string' && speaks && isChatModel(name) ? [name.replace(/^models\//, '')] : []
  })
  return [...new Set(names)].slice(0, 2_000)
}

type ListedModel = {
  readonly id?: unknown
  readonly name?: unknown
  readonly supportedGenerationMethods?: { readonly includes?: (method: string) => boolean }
}

function parse(text: string): { readonly data?: unknown; readonly models?: unknown } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Names that can be stored, of models that chat: lists hold those for embeddings, sound and pictures too. */
const isChatModel = (name: string): boolean =>
  /^[\x21-\x7e]{1,200}$/.test(name) &&
  !/embed|whisper|tts|dall-e|moderation|transcribe|realtime|-audio|image|rerank|sora|babbage|davinci/i.test(name)
