import { createHmac, hash } from 'node:crypto'
import type { PartDigest } from './part-digest.ts'

/** Whose trails they are: no two owners share one, whatever they say. */
export const trailRoot = (secret: string, owner: string): string =>
  createHmac('sha256', secret).update(`relay ${owner}`).digest('base64url').slice(0, 22)

/**
 * One name for each part of a conversation, made of all parts up to it: two conversations have the name in common up to
 * where they differ. The name at the last part of a message is the id of its entry.
 */
export function trailOf(root: string, parts: readonly PartDigest[]): readonly string[] {
  let at = root
  return parts.map(({ digest }) => {
    at = hash('sha256', at + digest, 'base64url').slice(0, 22)
    return at
  })
}
