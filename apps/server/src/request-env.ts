import type { HttpBindings } from '@hono/node-server'
import type { Conversation, Scope } from 'longhand/internal/engine'

/** What is known about a request once it has passed the gate. */
export type RequestEnv = {
  Bindings: Partial<HttpBindings>
  Variables: {
    readonly owner: string
    /** When the sign-in expires; null when it does not. */
    readonly expiresAt: number | null
    /** Whose keys a request of a client is passed on with: the server's, or the one that came with it. */
    readonly keys: 'server' | 'client'
    /** The browser tab or terminal that sent the request, when it says so. */
    readonly run: string | null
    /** The conversation that a request without one in its path has made, for the audit log. */
    readonly made?: string
  }
}

/** The same for a request that names a conversation of its owner. */
export type ConversationEnv = {
  Bindings: RequestEnv['Bindings']
  Variables: RequestEnv['Variables'] & { readonly scope: Scope; readonly conversation: Conversation }
}
