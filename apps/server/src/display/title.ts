import { untitled } from 'longhand/internal/client'
import type { Conversation } from 'longhand/internal/engine'

/** What a conversation is called. An officer has the name of its project. */
export const titleOf = ({ title, kind = 'chat' }: Titled): string =>
  kind === 'officer' ? `Chief Knowledge Officer of ${title}` : (title ?? untitled)

type Titled = { readonly title: Conversation['title']; readonly kind?: Conversation['kind'] }
