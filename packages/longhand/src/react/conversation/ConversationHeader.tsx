import type { ReactNode } from 'react'
import { pluralize } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu, type MenuItem } from '../controls/Menu.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import './ConversationHeader.css'

type Props = {
  readonly title: string
  readonly messages: number
  readonly checkpoints: number
  readonly receipts: number
  readonly project: string | null
  readonly view: 'you' | 'model'
  readonly onView: (view: 'you' | 'model') => void
  readonly drawer: 'checkpoints' | 'receipts' | null
  readonly onDrawer: (drawer: 'checkpoints' | 'receipts' | null) => void
  readonly menu: readonly MenuItem[]
}

/** The header of a conversation: title, switch of views, checkpoints, receipts, menu. */
export function ConversationHeader(props: Props): ReactNode {
  const { title, messages, checkpoints, receipts, project, view, onView, drawer, onDrawer, menu } = props
  const toggle = (which: 'checkpoints' | 'receipts') => onDrawer(drawer === which ? null : which)
  return (
    <div className="head">
      <PathLink to="/" className="icon-btn narrow-only">
        <Icon name="back" />
        <span className="visually-hidden">All conversations</span>
      </PathLink>
      <div className="head-title">
        <h1>{title}</h1>
        <p>
          {[pluralize(messages, 'message'), pluralize(checkpoints, 'checkpoint'), project].filter(Boolean).join(' · ')}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's; this is a pair of buttons. */}
      <span className="switch wide-only" role="group" aria-label="View">
        <button type="button" aria-pressed={view === 'you'} onClick={() => onView('you')}>
          <Words long="What you see" short="You see" />
        </button>
        <button type="button" aria-pressed={view === 'model'} onClick={() => onView('model')}>
          <Words long="What the model sees" short="Model sees" />
        </button>
      </span>
      <button
        type="button"
        className="icon-btn wide-only"
        title="Checkpoints"
        aria-label={pluralize(checkpoints, 'checkpoint')}
        aria-expanded={drawer === 'checkpoints'}
        onClick={() => toggle('checkpoints')}
      >
        <Icon name="flag" />
        {checkpoints}
      </button>
      <button
        type="button"
        className="icon-btn wide-only"
        title="Receipts"
        aria-label={pluralize(receipts, 'receipt')}
        aria-expanded={drawer === 'receipts'}
        onClick={() => toggle('receipts')}
      >
        <Icon name="receipt" />
        {receipts}
      </button>
      <Menu label="More about this conversation" button={<Icon name="more" />} items={menu} />
    </div>
  )
}

/** A shorter label on narrow screens; only one of the two is visible, for screen readers too. */
function Words({ long, short }: { readonly long: string; readonly short: string }): ReactNode {
  return (
    <>
      <span className="long">{long}</span>
      <span className="short">{short}</span>
    </>
  )
}
