import type pg from 'pg'
import { migrate } from '../packages/longhand/src/stores/postgres/migrate.ts'
import { type Migration, migrations } from '../packages/longhand/src/stores/postgres/migrations.ts'
import { inTransaction } from '../packages/longhand/src/stores/postgres/open.ts'

export const partitions = 32

/** Makes the schema with every table in parts by a hash of the owner, as a distribution by owner would have it. */
export async function migrateInParts(login: pg.Pool, admin: pg.Client): Promise<void> {
  await migrate(inTransaction(login), (await migrations()).map(inParts))
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'longhand'::regnamespace and relkind = 'p'`,
  )
  // Afterwards: what the migrations say of rights and policies is said of the whole, and holds for its parts.
  for (const { name } of rows)
    for (let part = 0; part < partitions; part++)
      await admin.query(
        `create table longhand.${name}_${part} partition of longhand.${name} for values with (modulus ${partitions}, remainder ${part})`,
      )
}

/** What the schema lacks for it: the owner in every key, and no settings of pages on a table that has none. */
const inParts = (step: Migration): Migration => ({
  ...step,
  sql: step.sql
    .replace(
      /^(create table longhand\.\w+ \([\s\S]*?\n\))(?: with \(fillfactor = \d+\))?;/gm,
      '$1 partition by hash (owner);',
    )
    .replace(/^( +(?:id|conversation) +uuid) primary key,/gm, '$1 not null,')
    .replace(/^ {2}unique \(id, owner\)/gm, '  primary key (id, owner)')
    .replace(
      /(create table longhand\.memories \([\s\S]*?)(\n {2}foreign key)/,
      '$1\n  primary key (conversation, owner),$2',
    )
    .replace(/^( {2}primary key \((?:conversation|project), [^)]*)\)/gm, (whole, keys) =>
      whole.includes('owner') ? whole : `${keys}, owner)`,
    )
    .replace(/^(create unique index \w+ on longhand\.\w+ \([^)]*)\)/gm, '$1, owner)')
    .replace(/on conflict \((id|conversation, id|conversation|project, name)\)/g, 'on conflict ($1, owner)'),
})
