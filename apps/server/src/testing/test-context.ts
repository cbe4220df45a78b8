import type { AppContext } from '../app-context.ts'
import { createAppContext } from '../create-app-context.ts'
import { localAuth } from '../gate/auth.ts'
import { createBodyBudget } from '../gate/body-budget.ts'
import { createDrainState } from '../gate/drain-state.ts'
import { defaultLimits } from '../gate/limits.ts'
import { localSignIn } from '../gate/local-sign-in.ts'
import { createRates, localRates } from '../gate/rates.ts'
import type { SignIn } from '../gate/sign-in.ts'
import { fixedToken } from '../gate/tokens.ts'
import { partsFor, type StartOptions } from './start.ts'

/** The token of every test. */
export const token = 'token-of-a-test'

/** A context without a door to the network, for tests that ask its app themselves. It answers to the name `here`. */
export function testContext(
  options: StartOptions = {},
  signIn: SignIn = localSignIn(fixedToken(token), () => 1),
): AppContext {
  const perMinute = Object.fromEntries(Object.keys(localRates).map(cost => [cost, 1e9])) as typeof localRates
  const limits = { ...defaultLimits(options.auth ?? localAuth), ...options.limits }
  return createAppContext({
    ...partsFor(options),
    gate: {
      ...{ signIn, limits },
      bodies: createBodyBudget(limits),
      operator: fixedToken(token),
      names: () => new Set(['here']),
      rates: createRates(perMinute),
      drain: createDrainState(),
      audit: () => {},
      sharedLimits: async () => null,
    },
  })
}

/** What a program sends along. */
export const asProgram = (method: string, shown: string | null = token): RequestInit => ({
  method,
  headers: {
    host: 'here',
    origin: 'https://here',
    'content-type': 'application/json',
    ...(shown === null ? {} : { authorization: `Bearer ${shown}` }),
  },
})
