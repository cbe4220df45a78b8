import type { HttpBindings } from '@hono/node-server'
import type { Conversation, Scope } from 'longhand/internal/engine'

/** What is known about a request behind the gate. */
export type Asked = {
  Bindings: Partial<HttpBindings>
  Variables: {
    readonly owner: string
    /** When the owner is not known any more; null when that does not end. */
    readonly until: number | null
    /** The browser tab or terminal that asks, when it says so. */
    readonly run: string | null
  }
}

/** What is known about a request that names a conversation: that its owner has it. */
export type AskedOf = {
  Bindings: Asked['Bindings']
  Variables: Asked['Variables'] & { readonly scope: Scope; readonly conversation: Conversation }
}
