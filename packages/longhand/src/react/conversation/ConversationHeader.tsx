import type { ReactNode } from 'react'
import { displayTitle } from '../../client/screen/screen.ts'
import { pluralize } from '../../client/text/format.ts'
import { texts } from '../../client/text/texts.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu } from '../controls/Menu.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import * as words from '../words/conversation.ts'
import * as everywhere from '../words/everywhere.ts'
import { conversationMenu } from './conversation-menu.ts'
import type { ConversationUI } from './use-conversation-ui.ts'
import './ConversationHeader.css'

/** The header of a conversation: title, switch of views, checkpoints, receipts, menu. */
export function ConversationHeader({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, projects, view, setView } = ui
  const client = screen.conversation?.client
  const messages = screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  const project = projects.find(({ id }) => id === screen.conversation?.project)?.name
  const isInstructed = screen.conversation?.instructions != null
  const counts = [
    pluralize(messages, 'message'),
    pluralize(ui.checkpoints.length, 'checkpoint'),
    project,
    isInstructed && words.withInstructions,
  ]
  return (
    <div className="head">
      <PathLink to="/" className="icon-btn narrow-only">
        <Icon name="back" />
        <span className="visually-hidden">{words.allConversations}</span>
      </PathLink>
      <div className="head-title">
        <h1>{displayTitle(screen)}</h1>
        <p>
          {client != null && (
            <>
              <span className="tag tag-code" title={texts.writtenElsewhere}>
                {client}
              </span>{' '}
            </>
          )}
          {counts.filter(Boolean).join(' · ')}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's; this is a pair of buttons. */}
      <span className="switch wide-only" role="group" aria-label={words.view}>
        <button type="button" aria-pressed={view === 'you'} onClick={() => setView('you')}>
          <ResponsiveLabel long={everywhere.whatYouSee} short={words.youSee} />
        </button>
        <button type="button" aria-pressed={view === 'model'} onClick={() => setView('model')}>
          <ResponsiveLabel long={everywhere.whatTheModelSees} short={words.modelSees} />
        </button>
      </span>
      <DrawerButton ui={ui} drawer="checkpoints" title={everywhere.checkpoints} icon="flag" />
      <DrawerButton ui={ui} drawer="receipts" title={everywhere.receipts} icon="receipt" />
      <Menu label={words.moreAboutIt} button={<Icon name="more" />} items={conversationMenu(ui)} />
    </div>
  )
}

type DrawerButtonProps = {
  readonly ui: ConversationUI
  readonly drawer: 'checkpoints' | 'receipts'
  readonly title: string
  readonly icon: 'flag' | 'receipt'
}

/** Opens or closes a drawer, and shows how many rows it has. */
function DrawerButton({ ui, drawer, title, icon }: DrawerButtonProps): ReactNode {
  const { length } = ui[drawer]
  const isOpen = ui.drawer === drawer
  return (
    <button
      type="button"
      className="icon-btn wide-only"
      title={title}
      aria-label={pluralize(length, drawer.slice(0, -1))}
      aria-expanded={isOpen}
      onClick={() => ui.setDrawer(isOpen ? null : drawer)}
    >
      <Icon name={icon} />
      {length}
    </button>
  )
}

/** A shorter label on narrow screens; only one of the two is visible, for screen readers too. */
function ResponsiveLabel({ long, short }: { readonly long: string; readonly short: string }): ReactNode {
  return (
    <>
      <span className="long">{long}</span>
      <span className="short">{short}</span>
    </>
  )
}
