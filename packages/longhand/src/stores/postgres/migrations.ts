import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/** A step of the schema, as the Supabase CLI names and numbers it. */
export type Migration = { readonly version: string; readonly name: string; readonly sql: string }

/** The schema's steps in order: the plain SQL files that `supabase db push` applies too. */
export async function migrations(): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).toSorted().flatMap(file => {
    const found = /^(\d+)_(.+)\.sql$/.exec(file)
    return found === null ? [] : [{ file, version: found[1]!, name: found[2]! }]
  })
  return Promise.all(
    files.map(async ({ file, version, name }) => ({
      version,
      name,
      sql: await readFile(new URL(file, folder), 'utf8'),
    })),
  )
}

/** What Supabase brings along and a bare Postgres does not. */
export const authShim = (): Promise<string> => readFile(new URL('./auth-shim.sql', import.meta.url), 'utf8')

// A published package carries a copy; in the repository they are where the Supabase CLI looks for them.
const folder = [
  new URL('./migrations/', import.meta.url),
  new URL('../../../../../supabase/migrations/', import.meta.url),
].find(each => existsSync(each))!
