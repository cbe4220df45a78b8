import { LonghandError } from '../../core/errors.ts'
import type { Sql } from './call.ts'
import { authShim, type Migration, migrations } from './migrations.ts'

/** A connection inside a transaction: `exec` runs a whole file. */
export type Script = Sql & { exec(text: string): Promise<unknown> }

/** Runs the work in one transaction: all of it or none. */
export type Transaction = <Result>(work: (script: Script) => Promise<Result>) => Promise<Result>

/**
 * Brings the schema up to date and answers with the steps it took. The ledger is Supabase's own, so that
 * `supabase db push` and this agree. Several processes may start at once: the first one migrates.
 */
export async function migrate(transaction: Transaction, steps?: readonly Migration[]): Promise<readonly string[]> {
  const known = steps ?? (await migrations())
  const shim = await authShim()
  return transaction(async script => {
    await script.exec(ledger)
    const { rows } = await script.query<DoneStep>(
      'select version, name, statements from supabase_migrations.schema_migrations',
    )
    const done = new Map(rows.map(step => [step.version, step]))
    refuseNewer(known, rows)
    refuseOther(known, done)
    const missing = known.filter(({ version }) => !done.has(version))
    if (missing.length === 0) return []
    const { rows: auth } = await script.query<{ found: boolean }>(
      `select to_regprocedure('auth.uid()') is not null as found`,
    )
    if (!auth[0]!.found) await script.exec(shim)
    for (const { version, name, sql } of missing) {
      await script.exec(sql)
      const insert = 'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)'
      await script.query(insert, [version, name, [sql]])
    }
    return missing.map(({ version, name }) => `${version}_${name}`)
  })
}

type DoneStep = {
  readonly version: string
  readonly name: string | null
  readonly statements: readonly string[] | null
}

const ledger = `
  select pg_advisory_xact_lock(hashtextextended('longhand migrations', 0));
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text);
`

/**
 * An older program must not write into a schema that it does not know. The ledger may be shared with other programs, so
 * only steps that call themselves Longhand's count.
 */
function refuseNewer(known: readonly Migration[], done: readonly DoneStep[]): void {
  const newest = known.at(-1)!.version
  const newer = done.flatMap(({ version, name }) =>
    version > newest && name?.startsWith('longhand_') ? [version] : [],
  )
  if (newer.length === 0) return
  throw new LonghandError(
    'store-newer',
    `The database was made by a newer Longhand (schema ${newer.toSorted().at(-1)}; this one knows ${newest}). Update this program.`,
  )
}

/** A step under the same number may be another one, in a database of a version that was never released. */
function refuseOther(known: readonly Migration[], done: ReadonlyMap<string, DoneStep>): void {
  const other = known.find(({ version, sql }) => {
    const [own, ...more] = done.get(version)?.statements ?? []
    // Supabase's own tool notes each statement of a file; this program notes the whole file.
    return own !== undefined && more.length === 0 && own !== sql
  })
  if (other === undefined) return
  throw new LonghandError(
    'store-newer',
    `The database was made by another version of Longhand (schema ${other.version} differs). Open it with that version, or start this one with an empty database.`,
  )
}
