export { type EmbeddedOptions, openEmbedded } from './embedded/open.ts'
export { openPostgres, type PostgresOptions } from './postgres/open.ts'
