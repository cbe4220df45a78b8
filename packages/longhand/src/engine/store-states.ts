import type { Json } from '../core/json.ts'

/** States that outlive a process, by name: what was learnt about a model, whether a breaker is open. */
export interface States {
  get(name: string): Promise<Json | null>
  put(name: string, state: Json): Promise<void>
}
