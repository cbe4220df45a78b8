import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import { aName } from './check-options.ts'
import type { ContextOptions } from './context.ts'
import type { HistoryOptions } from './history.ts'

/** What belongs to one conversation of an app, and not to all of them. */
export type ConversationOptions = Pick<ContextOptions, 'state' | 'protected'>

type Guard = NonNullable<HistoryOptions<never>['guard']>

/** An app's context for one conversation, with `for(id)` for all others. */
export function conversations<Options extends ContextOptions, Context extends object>(
  options: Options,
  open: (options: Options, guard: Guard) => Context,
): WithConversations<Context> {
  const opened = new Map<string, WithConversations<Context>>()
  const find = (id: string, own?: ConversationOptions): WithConversations<Context> => {
    if (!aName.accepts(id))
      throw new LonghandError(
        'bad-request',
        `The id of the conversation is ${describeValue(id)}; it must be ${aName.expected}.`,
      )
    // A state belongs to one conversation.
    const { state: _, protected: __, ...shared } = options
    const found = opened.get(id) ?? { ...open({ ...(shared as Options), ...own, conversation: id }, 'none'), for: find }
    // The one that was used last stands at the end.
    opened.delete(id)
    opened.set(id, found)
    if (opened.size > maxOpen) opened.delete(opened.keys().next().value!)
    return found
  }
  return { ...open(options, 'opening'), for: find }
}

type WithConversations<Context> = Context & {
  for(id: string, options?: ConversationOptions): WithConversations<Context>
}

/** So many conversations are kept open; one that was closed is read from the store again. */
const maxOpen = 1_000
