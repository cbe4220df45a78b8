import * as words from '../words/sign-in.ts'

/**
 * fetch for a browser that nobody may have signed in. The first request goes alone, and once the server does not know
 * who asks, nothing but signing in is sent: it counts such requests, and a screen with its live feed would use up
 * those that a person needs to sign in.
 */
export function signedInFetch(onSignedOut: (sentence: string) => void): typeof fetch {
  let refusal: Response | null = null
  let first: Promise<unknown> | null = null
  const ask: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 401) return response
    refusal = response
    onSignedOut(await sentenceIn(response.clone()))
    return response.clone()
  }
  return async (input, init) => {
    if (String(input).endsWith('/api/login')) return fetch(input, init)
    if (first === null) {
      const answer = ask(input, init)
      // Whatever comes of it, the others go on.
      first = answer.catch(() => {})
      return answer
    }
    await first
    return refusal === null ? ask(input, init) : refusal.clone()
  }
}

async function sentenceIn(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => null)
  const sentence = (said as { readonly sentence?: unknown } | null)?.sentence
  return typeof sentence === 'string' ? sentence : words.thisBrowserIsNotSigned
}
