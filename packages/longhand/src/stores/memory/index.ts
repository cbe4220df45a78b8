export type { Storage, Store } from '../../engine/ports/store.ts'
export { type MemoryOptions, openMemory } from './open.ts'
