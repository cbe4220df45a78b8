import { createHmac, hash } from 'node:crypto'
import { BoundedMap } from '../core/bounded-map.ts'
import { eachInSteps, runToEnd, type Steps } from '../core/steps.ts'
import type { PartDigest } from './part-digest.ts'

/** Whose trails they are: no two owners share one, whatever they say. */
export const trailRoot = (secret: string, owner: string): string =>
  createHmac('sha256', secret).update(`relay ${owner}`).digest('base64url').slice(0, 22)

/** The same for owners who come again. */
export function createTrailRoots(secret: string): (owner: string) => string {
  const known = new BoundedMap<string>(10_000)
  return owner => {
    const root = known.get(owner) ?? trailRoot(secret, owner)
    known.set(owner, root)
    return root
  }
}

/**
 * One name for each part of a conversation, made of all parts up to it: two conversations have the name in common up to
 * where they differ. The name at the last part of a message is the id of its entry.
 */
export const trailOf = (root: string, parts: readonly PartDigest[]): readonly string[] =>
  runToEnd(trailSteps(root, parts))

/** The same in steps. What is known of it already is not made again. */
export function* trailSteps(
  root: string,
  parts: readonly PartDigest[],
  before: readonly string[] = [],
): Steps<readonly string[]> {
  const trail = before.slice(0, parts.length)
  let at = trail.at(-1) ?? root
  yield* eachInSteps(parts.slice(trail.length), ({ digest }) => {
    at = hash('sha256', at + digest, 'base64url').slice(0, 22)
    trail.push(at)
  })
  return trail
}

/** The same for requests of which most has come before: that part of the trail is known. */
export function createTrails(): (root: string, parts: readonly PartDigest[]) => Steps<readonly string[]> {
  type Known = { readonly parts: readonly PartDigest[]; readonly trail: readonly string[] }
  const last = new BoundedMap<Known>(1_000, { of: ({ trail }) => trail.length, most: maxHeld })
  return function* (root, parts) {
    const key = `${root} ${parts[0]?.digest ?? ''}`
    const known = last.get(key)
    let same = 0
    while (known !== undefined && same < parts.length && parts[same] === known.parts[same]) same++
    const trail = yield* trailSteps(root, parts, known?.trail.slice(0, same))
    last.set(key, { parts, trail })
    return trail
  }
}

/** Parts of all trails that are held: some hundreds of bytes each. */
const maxHeld = 200_000
