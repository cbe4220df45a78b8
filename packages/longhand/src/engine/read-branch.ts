import type { Branch } from '../core/branch.ts'
import type { Entry } from '../core/entry.ts'
import { type LaidOut, type Layout, layOut } from '../core/layout.ts'
import { type ReadView, readView, type View } from '../core/view.ts'
import { yieldIfMany } from './long-work/yield-to-event-loop.ts'

/**
 * The layout and the view of a branch. A branch is read before every call, and mostly it is the one from the last call with
 * a few messages more: then only those are looked at. Entries are never edited, so that the same entry says the same.
 */
export async function readBranch(branch: Branch): Promise<{ readonly layout: Layout; readonly view: View }> {
  const [first] = branch
  const known = first === undefined ? [] : (readings.get(first) ?? [])
  const before = known.find(({ laid }) => isStartOf(laid.branch, branch)) ?? null
  const added = branch.slice(before?.laid.branch.length ?? 0)
  await yieldIfMany(added)
  const laid = layOut(branch, before?.laid ?? null)
  if (laid === before?.laid) return { layout: laid.layout, view: before.read.view }
  await yieldIfMany(added)
  const read = readView(laid, before?.read ?? null)
  await yieldIfMany(added)
  const other = before ?? known[0]
  if (first !== undefined) readings.set(first, [{ laid, read }, ...(other === undefined ? [] : [other])])
  return { layout: laid.layout, view: read.view }
}

type Reading = { readonly laid: LaidOut; readonly read: ReadView }

/** Of each conversation the last one and what it began with: what a step will store is read ahead, and then again as stored. */
const readings = new WeakMap<Entry, readonly Reading[]>()

function isStartOf(before: Branch, branch: Branch): boolean {
  for (let at = 0; at < before.length; at++) if (before[at] !== branch[at]) return false
  return true
}
