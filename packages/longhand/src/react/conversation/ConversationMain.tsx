import { lazy, type ReactNode, Suspense } from 'react'
import { texts } from '../../client/text/texts.ts'
import { Mark } from '../controls/Mark.tsx'
import { MessageList } from '../messages/MessageList.tsx'
import * as words from '../words/conversation.ts'
import type { ConversationUI } from './use-conversation-ui.ts'

// Looked at seldom, so that the first screen does not wait for it.
const ModelView = lazy(() => import('../compaction/ModelView.tsx').then(({ ModelView }) => ({ default: ModelView })))

/** The messages of a conversation, or what the model sees of them. */
export function ConversationMain({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, rows, view } = ui
  if (screen.conversation === null) return <Opening />
  if (view === 'model')
    return (
      <Suspense fallback={<Opening />}>
        <ModelView ui={ui} />
      </Suspense>
    )
  if (rows.length === 0 && screen.outgoing.length === 0 && screen.answer === null) return <BlankPage />
  return <MessageList ui={ui} />
}

function BlankPage(): ReactNode {
  return (
    <div className="pages">
      <div className="blank-page">
        <Mark size={32} />
        <h2>{words.aBlankPage}</h2>
        <p>{texts.blankPage}</p>
      </div>
    </div>
  )
}

function Opening(): ReactNode {
  return (
    <div className="pages" aria-busy="true">
      <div className="sheet opening">
        <div className="loading">
          <span />
          <span />
          <span />
          <span />
          <p>{words.opening}</p>
        </div>
      </div>
    </div>
  )
}
