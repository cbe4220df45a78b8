import { useWindowSize } from 'ink'
import { statusLines } from 'longhand/internal/client'
import { createElement as h, type ReactNode, useState } from 'react'
import * as wording from '../../../words/screens.ts'
import type { Chat } from '../conversation/chat.ts'
import { type BranchState, branchLines } from '../pages/branch-lines.ts'
import { Lines } from './Lines.ts'
import { useKeys } from './use-keys.ts'

type Props = { readonly chat: Chat; readonly first: BranchState; readonly back: () => void }

/** The branches of a conversation, to switch to another one. */
export function Branches({ chat, first, back }: Props): ReactNode {
  const size = useWindowSize()
  const [state, setState] = useState(first)
  const { branches, chosen } = state
  useKeys((_, key) => {
    if (key.upArrow || key.downArrow) {
      const next = chosen + (key.upArrow ? -1 : 1)
      setState({ ...state, chosen: Math.max(0, Math.min(branches.length - 1, next)) })
    } else if (key.return) choose()
    else if (key.escape || key.ctrl) back()
  })
  const choose = () => {
    const branch = branches[chosen]
    back()
    if (branch === undefined || branch.current) return
    const { sync, deps } = chat
    void sync.run(
      () => deps.api.switchBranch(deps.id, branch.line, branch.head),
      () => statusLines.info(wording.switchedBranch),
    )
  }
  return h(Lines, { lines: branchLines(state, size) })
}
