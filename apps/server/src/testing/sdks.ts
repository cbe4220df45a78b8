import { load, type Sdk } from './sdk-clients/sdk-client.ts'

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
