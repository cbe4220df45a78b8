import { join } from 'node:path'
import { capture } from './command.mjs'
import { root } from './root.mjs'
import { isOlder } from './web.mjs'

const database = join(root, 'node_modules/.cache/longhand/empty-database.br')
const sources = ['supabase/migrations', 'packages/longhand/src/stores/postgres/auth-shim.sql']

/** Whether the database that first starts copy is missing or lacks a migration. */
export const isDatabaseStale = () =>
  isOlder(
    database,
    sources.map(path => join(root, path)),
  )

/** Makes it. Where that fails, the server makes a database itself. */
export const makeDatabase = () => capture(['scripts/empty-database.ts'])
