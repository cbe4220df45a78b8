import type { Branch } from './branch.ts'
import { checkItems, givenEntries } from './check-items.ts'
import { describeValue } from './describe-value.ts'
import { LonghandError } from './errors.ts'
import { parsePolicy } from './parse-policy.ts'
import type { PlanRequest } from './plan-request.ts'
import { classic, type Policy } from './policy.ts'

/** Throws when what a plan is asked with cannot be planned with, and says what was meant. */
export function checkPlan(branch: Branch, policy: Policy, request: PlanRequest): void {
  checkItems(branch, givenEntries)
  parsePolicy(policy)
  const missing = Object.keys(classic).find(key => policy[key as keyof Policy] === undefined)
  if (missing !== undefined)
    bad(`policy.${missing}`, undefined, 'there: start from a preset, as { ...classic, target: 0.4 }')
  const { by, status } = (request ?? {}) as Partial<PlanRequest>
  if (!askers.includes(by!)) bad('by', by, askers.join(', '))
  if (typeof status?.used !== 'number') bad('status', status, 'what windowStatus() returned')
}

const askers: readonly PlanRequest['by'][] = ['threshold', 'person', 'force', 'limit', 'target']

function bad(at: string, value: unknown, expected: string): never {
  throw new LonghandError('bad-request', `${at} is ${describeValue(value)}; it must be ${expected}.`)
}
