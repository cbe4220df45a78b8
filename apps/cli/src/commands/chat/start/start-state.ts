import type { ConversationRow } from 'longhand/client'
import type { RecoveryOffer, SearchHit } from 'longhand/internal/client'

/** What the start screen shows. */
export type StartState = {
  readonly conversations: readonly ConversationRow[]
  /** Messages that match the search. */
  readonly hits: readonly SearchHit[]
  /** The latest conversation that did not close cleanly. */
  readonly recovery: RecoveryOffer | null
  readonly search: string
  /** Whether keys are commands or letters of the search. */
  readonly typing: boolean
  /** The chosen item; the recovery prompt comes first. */
  readonly chosen: number
  readonly offline: boolean
  readonly now: number
}

/** What can be chosen, from top to bottom. */
export type StartItem =
  | { readonly type: 'recovery'; readonly recovery: RecoveryOffer }
  | { readonly type: 'conversation'; readonly row: ConversationRow }
  | { readonly type: 'hit'; readonly hit: SearchHit }
  | { readonly type: 'sample' }

export function startItems({ conversations, hits, recovery, search }: StartState): readonly StartItem[] {
  return [
    ...(recovery === null ? [] : [{ type: 'recovery', recovery } as const]),
    ...conversations.map(row => ({ type: 'conversation', row }) as const),
    ...hits.map(hit => ({ type: 'hit', hit }) as const),
    ...(search === '' ? [{ type: 'sample' } as const] : []),
  ]
}

export const chosenItem = (state: StartState): StartItem | null => startItems(state)[state.chosen] ?? null

export const moveChosen = (state: StartState, by: 1 | -1): StartState => {
  const { length } = startItems(state)
  return { ...state, chosen: Math.max(0, Math.min(length - 1, state.chosen + by)) }
}
