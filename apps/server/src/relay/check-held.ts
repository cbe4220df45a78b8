import { LonghandError } from 'longhand'
import { heldIds } from 'longhand/internal/relay'
import { wereAnswered } from './answered-ids.ts'
import { type Passing, sharesKeys } from './passing.ts'

/**
 * H4.12 what a provider holds besides answers (files, containers, stores) is its key's as well. Only the containers that
 * answers named are known to be their owner's. What cannot be taken apart may name any of it.
 */
export async function checkHeld(passing: Passing): Promise<void> {
  if (!sharesKeys(passing)) return
  const ids = await heldIds(passing.body)
  if (ids !== null && (ids.length === 0 || (!ids.includes('') && (await wereAnswered(passing, ids))))) return
  throw new LonghandError(
    'bad-request',
    ids === null
      ? 'This cannot be read, so it may name what the provider holds of someone else. Send less at once, or your own key.'
      : 'This names something that the provider holds, which may be someone else’s. Send the content itself, or your own key.',
  )
}
