import { z } from 'zod'
import { providerVariables } from '../models/provider-variables.ts'
import type { Connection } from './connection.ts'
import { addressProblem } from './server-address.ts'

/** Names that models of other sources begin with. */
const takenNames = ['local', 'offline']

// Messages never quote the value: it may be a key.
const name = z
  .string('a name')
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a name of small letters, digits and dashes')
  .refine(one => !takenNames.includes(one), 'another name: this one has a meaning of its own')

const key = z
  .string('a key')
  .trim()
  .min(1, 'a key')
  .max(4_000, 'a key: this is longer than any')
  .regex(/^[\x21-\x7e]+$/, 'a key: this holds spaces or letters that no key has')

const baseURL = z
  .string('an address')
  .max(1_000, 'an address: this is longer than any')
  .superRefine((address, context) => {
    const problem = addressProblem(address)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

const models = z
  .array(z.string('a name of a model').regex(/^[\x21-\x7e]{1,200}$/, 'a name of a model'), 'a list of models')
  .min(1, 'at least one model')
  .max(200, 'at most 200 models')

/** The fields of a connection, as they come from the page and from the file. */
export const connectionFields = { name, key: key.nullable(), baseURL: baseURL.nullable(), models }

/** What is wrong with a connection as a whole; null when nothing is. */
export function connectionProblem({ name, key, baseURL }: Omit<Connection, 'models'>): string | null {
  // Known by their variables: this is read where no provider's package is loaded.
  if (Object.hasOwn(providerVariables, name)) return key === null ? 'Paste a key.' : null
  return baseURL === null ? 'Give the address of the server, such as http://127.0.0.1:11434/v1.' : null
}
