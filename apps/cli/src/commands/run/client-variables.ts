/** Where a client finds Longhand, and whether it is given a key. */
export type ClientSetup = { readonly url: string; readonly token: string; readonly keys: 'set' | 'kept' }

/** The variables by which clients of Anthropic and OpenAI find Longhand. A key that is set already stays the client's own. */
export function clientVariables(
  variables: Readonly<Record<string, string | undefined>>,
  { url, token, keys }: ClientSetup,
): Readonly<Record<string, string>> {
  const missing = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'].filter(name => !variables[name]?.trim())
  return {
    ANTHROPIC_BASE_URL: url,
    OPENAI_BASE_URL: `${url}/v1`,
    ...(keys === 'kept' ? {} : Object.fromEntries(missing.map(name => [name, token]))),
  }
}
