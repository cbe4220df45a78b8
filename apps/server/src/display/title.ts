import { untitled } from 'longhand/client'
import type { Conversation } from 'longhand/engine'

/** What a conversation is called. An officer has the name of its project. */
export const titleOf = ({ title, kind = 'chat' }: Titled): string =>
  kind === 'officer' ? `Chief Knowledge Officer of ${title}` : (title ?? untitled)

type Titled = { readonly title: Conversation['title']; readonly kind?: Conversation['kind'] }
