import type { Recording } from '../corpus.ts'
import { entitiesOn } from './entities.ts'
import { printed } from './printed.ts'

/** In more source repositories than this, a name is something that any model knows. */
const most = 2

/** Collects names by repository, recording by recording. */
export type NamesByRepository = Map<string, Set<string>>

export function noteNames(seen: NamesByRepository, { source, messages }: Recording): void {
  const repository = repositoryOf(source)
  const lines = new Set(messages.flatMap(message => printed(message).map(({ text }) => text)))
  for (const line of lines) {
    for (const name of entitiesOn(line)) {
      const repositories = seen.get(name)
      if (repositories === undefined) seen.set(name, new Set([repository]))
      else repositories.add(repository)
    }
  }
}

export const boilerplate = (seen: NamesByRepository): ReadonlySet<string> =>
  new Set([...seen].filter(([, repositories]) => repositories.size > most).map(([name]) => name))

/** The repository that a recording was made in, or where else it comes from. */
export const repositoryOf = (source: string): string => /^\w+:[\w.-]+\/[\w.-]+/.exec(source)?.[0] ?? source
