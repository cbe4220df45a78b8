export type { Storage, Store } from '../../engine/ports/store.ts'
export { openPostgres, type PostgresOptions } from './open.ts'
