import type { CompactRequest, CompactResponse } from '../api/contract.ts'

type ShownPreview = Pick<Extract<CompactResponse, { type: 'preview' }>, 'folding' | 'text'>

/** C14 asks that what a preview has shown counts: the text as it was read, or as the person has edited it. */
export function acceptPreview(request: CompactRequest, { folding, text }: ShownPreview): CompactRequest {
  const { keep = [], fold = [], upTo } = request
  const isChosen = keep.length > 0 || fold.length > 0 || upTo !== undefined
  // The text stands for what was there when it was read; what was said meanwhile is not in it.
  const last =
    isChosen || folding.length === 0 ? {} : { upTo: folding.reduce((last, number) => Math.max(last, number)) }
  return { ...request, ...last, force: true, ...(text !== null && { text }) }
}
