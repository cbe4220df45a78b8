import type { Json } from '../../core/json.ts'

/** States that outlive a process, by name: what was learnt about a model, whether a breaker is open. */
export interface States {
  get(name: string): Promise<Json | null>
  put(name: string, state: Json): Promise<void>
  /** By name. */
  list(): Promise<readonly NamedState[]>
  /** Forgets it; a name that is not there is forgotten already. */
  delete(name: string): Promise<void>
}

export type NamedState = { readonly name: string; readonly state: Json; readonly at: number }
