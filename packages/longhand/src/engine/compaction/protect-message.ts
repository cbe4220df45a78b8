import type { Branch } from '../../core/branch.ts'
import { messagesOf } from '../../core/branch.ts'
import type { ProtectionEntry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { protection } from '../../core/protect.ts'
import type { Scope } from '../engine.ts'
import type { Appended } from '../ports/store-entries.ts'

/** P2 protects or releases message ¶ `number` with its exchange, wherever on the branch it is. */
export async function protectMessage(
  scope: Scope,
  number: number,
  action: ProtectionEntry['action'],
): Promise<Appended> {
  const { store, engine, conversation } = scope
  const around = await neighbours(scope, number)
  const { branch: shown } = await store.entries.branch(conversation)
  // The opening and the protections decide what may be released; the neighbours show the exchange, folded or not.
  const known = new Map([...shown, ...around].map(entry => [entry.depth, entry]))
  const branch: Branch = [...known.values()].toSorted((a, b) => a.depth - b.depth)
  return store.entries.append(conversation, [{ id: engine.newId(), ...protection(branch, number, action) }])
}

/** Far enough for any exchange: a step with its parallel calls and their results. */
const reach = 60

async function neighbours({ store, conversation }: Scope, number: number): Promise<Branch> {
  const { entries } = await store.entries.page(conversation, {
    after: { number: Math.max(0, number - reach / 2) },
    limit: reach,
  })
  const branch = entries.map(({ entry }) => entry)
  if (messagesOf(branch).some(entry => entry.number === number)) return branch
  throw new LonghandError('not-found', `There is no message ¶ ${number} here.`)
}
