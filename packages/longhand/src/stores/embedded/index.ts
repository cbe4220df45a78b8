export type { Storage, Store } from '../../engine/ports/store.ts'
export { type EmbeddedOptions, openEmbedded } from './open.ts'
