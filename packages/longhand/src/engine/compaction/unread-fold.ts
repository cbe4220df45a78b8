import { type Branch, messagesOf } from '../../core/branch.ts'
import { contains } from '../../core/span.ts'
import type { FoldJob, FoldTools } from './fold-job.ts'
import { countedFold, type Written } from './write-fold.ts'

type Unread = Pick<FoldJob, 'blank' | 'previous' | 'tag'> & { readonly branch: Branch }

/** F3 a text for originals whose reading has killed processes: what was written of them before, and where the others are. */
export async function unreadFold({ blank, branch, previous, tag }: Unread, tools: FoldTools): Promise<Written> {
  const left = messagesOf(branch).filter(({ depth }) => contains(blank.span, depth) && depth > (previous?.to ?? 0))
  const [first, last] = [left[0]?.number, left.at(-1)?.number]
  const mark = `[¶${first}–¶${last} are left out, without a summary. They are stored in full and can be searched.]`
  const text = [...(previous === null ? [] : [previous.text]), ...(left.length === 0 ? [] : [mark])].join('\n\n')
  return {
    type: 'written',
    fold: await countedFold({ ...blank, text, tag, count: 0 }, tools),
    method: 'truncate',
    ...{ model: null, prose: null, calls: 0, usage: [], gates: [], warnings: ['unread'] },
    retention: { share: 0, required: 0, kinds: {}, missing: [] },
  }
}
