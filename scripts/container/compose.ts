import { parse } from 'yaml'

/** A service of a compose file, as far as ours says something. */
export type Service = {
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly read_only?: boolean
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
}

type Variables = Readonly<Record<string, string>>

/** The services of a compose file with its variables filled in; one that is wanted and missing is told as Compose does. */
export function readCompose(text: string, variables: Variables): Record<string, Service> {
  // Filled in after parsing: a value that is empty is an empty text.
  return parse(text, (_, value) => (typeof value === 'string' ? fill(value, variables) : value)).services
}

const fill = (text: string, variables: Variables): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, mark = '', words = '') => {
    const value = variables[name]
    if (value !== undefined && value !== '') return value
    if (mark === '?') throw new Error(`required variable ${name} is missing a value: ${words}`)
    return words
  })
