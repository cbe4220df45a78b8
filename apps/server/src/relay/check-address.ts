import { LonghandError } from 'longhand'

/** Where clients land whose base URL lacks `/v1`. The page has no screens there. */
export const pathsWithoutVersion = [
  '/chat/completions',
  '/completions',
  '/embeddings',
  '/messages',
  '/messages/count_tokens',
  '/models',
  '/responses',
] as const

/** H4.20 the base URL is the one thing that people type by hand: who gets it wrong is told the right one. */
export const missingVersion = (origin: string): LonghandError =>
  new LonghandError('not-found', `The base URL lacks /v1. Set it to ${origin}/v1.`)

/** H4.20 refuses a path below `/v1` that is a conversation's but for its spelling, which would pass unkept. */
export function checkAddress(path: string, origin: string): void {
  if (path.startsWith('v1/'))
    throw new LonghandError('not-found', `This client adds /v1 to the base URL by itself. Set it to ${origin}.`)
  if (endsInSlash.test(path))
    throw new LonghandError('not-found', `Leave out the slash at the end: ${origin}/v1/${path.slice(0, -1)}.`)
}

/** H4.20 what to do about a base URL that ends in a slash, which doubles that slash; null for any other path. */
export function doubledSlash(path: string, origin: string): string | null {
  const at = path.lastIndexOf('//')
  // What follows is what the client adds to its base URL.
  const added = path.slice(at + 1)
  if (at === -1 || !endpoints.has(added.replace(/^\/v1/, ''))) return null
  return `The base URL ends in a slash. Set it to ${added.startsWith('/v1/') ? origin : `${origin}/v1`}.`
}

const endpoints: ReadonlySet<string> = new Set(pathsWithoutVersion)

const endsInSlash = /^(messages|messages\/count_tokens|chat\/completions|responses)\/$/
