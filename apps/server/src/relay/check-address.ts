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

const endsInSlash = /^(messages|messages\/count_tokens|chat\/completions|responses)\/$/
