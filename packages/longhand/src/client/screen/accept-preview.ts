import type { CompactRequest, CompactResponse } from '../api/compaction-contract.ts'

type ShownPreview = Pick<Extract<CompactResponse, { type: 'preview' }>, 'folding' | 'text'>

/** C14 the request that commits what a preview showed: its text, or that text as the person edited it. */
export function acceptPreview(request: CompactRequest, { folding, text }: ShownPreview): CompactRequest {
  const { keep = [], fold = [], upTo } = request
  const isChosen = keep.length > 0 || fold.length > 0 || upTo !== undefined
  // The text covers what was there when it was written, not what was written since.
  const last =
    isChosen || folding.length === 0 ? {} : { upTo: folding.reduce((last, number) => Math.max(last, number)) }
  return { ...request, ...last, force: true, ...(text !== null && { text }) }
}
