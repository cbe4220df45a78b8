import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import type { ReplyTarget } from '../conversation/use-conversation-ui.ts'
import { Unbroken } from '../text/Unbroken.tsx'
import * as words from '../words/composer.ts'

type Props = { readonly replyTarget: ReplyTarget; readonly onClear: () => void }

/** Where the next message goes when it does not follow the newest. */
export function ReplyTargetLine({ replyTarget: { kind, number }, onClear }: Props): ReactNode {
  return (
    <div className="reply-target">
      <Icon name="fork" small />
      <span className="grow">
        <Unbroken text={kind === 'fork' ? words.forkedReply(number) : words.editedReply(number)} />
      </span>
      <button type="button" className="icon-btn" aria-label={words.replyAtTheEnd} onClick={onClear}>
        <Icon name="close" small />
      </button>
    </div>
  )
}
