/** A client of a provider's own package, as far as tests use it. */
// biome-ignore lint/suspicious/noExplicitAny: the packages' types are theirs; what matters here is what they send and read.
export type Sdk = any

/** The packages that people use. They are loaded by name: nothing else here depends on them. */
const load = async (name: string): Promise<Sdk> => import(name)

/** The package of OpenAI, pointed at a server. */
export async function openaiSdk(url: string, apiKey: string): Promise<{ readonly client: Sdk; readonly errors: Sdk }> {
  const errors = (await load('openai')).default
  return { client: new errors({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 }), errors }
}

/** The package of Anthropic, pointed at a server. */
export async function anthropicSdk(
  url: string,
  apiKey: string,
): Promise<{ readonly client: Sdk; readonly errors: Sdk }> {
  const errors = (await load('@anthropic-ai/sdk')).default
  return { client: new errors({ baseURL: url, apiKey, maxRetries: 0 }), errors }
}

/** LangChain's model of OpenAI, pointed at a server as its documentation says. */
export async function langchainOpenAI(url: string, apiKey: string, api: 'chat' | 'responses'): Promise<Sdk> {
  const { ChatOpenAI } = await load('@langchain/openai')
  const configuration = { baseURL: `${url}/v1` }
  return new ChatOpenAI({
    model: 'gpt-5-mini',
    apiKey,
    configuration,
    maxRetries: 0,
    useResponsesApi: api === 'responses',
  })
}
