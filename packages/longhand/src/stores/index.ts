export { type EmbeddedOptions, openEmbedded } from './embedded/open.ts'
export { type MemoryOptions, openMemory } from './memory/open.ts'
export { openPostgres, type PostgresOptions } from './postgres/open.ts'
