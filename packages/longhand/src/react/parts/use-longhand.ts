import { useMemo } from 'react'
import type { CompactionProgress, LonghandDataParts } from '../../core/answer-parts.ts'
import { longhandDataParts } from '../../core/answer-parts.ts'
import type { WindowStatus } from '../../core/window.ts'

/** What the data parts of a conversation say. */
export type LonghandState = {
  /** The window after the newest answer; null before the first one. */
  readonly status: WindowStatus | null
  /** All compactions, oldest first, each as it is now. */
  readonly compactions: readonly CompactionProgress[]
}

/** A message of `useChat`, of any app. */
type AnyMessage = { readonly parts: readonly { readonly type: string }[] }

/** Reads the messages of `useChat`: how full the window is, and what was condensed. */
export const useLonghand = (messages: readonly AnyMessage[]): LonghandState =>
  useMemo(() => stateOf(messages), [messages])

export function stateOf(messages: readonly AnyMessage[]): LonghandState {
  const parts = messages.flatMap(message => message.parts)
  const compactions = new Map(dataOf(parts, 'compaction').map(compaction => [compaction.id, compaction]))
  return { status: dataOf(parts, 'context').at(-1) ?? null, compactions: [...compactions.values()] }
}

/** What is not as it should be is not shown. */
function dataOf<Name extends keyof LonghandDataParts>(
  parts: AnyMessage['parts'],
  name: Name,
): readonly LonghandDataParts[Name][] {
  const { validate } = longhandDataParts[name]['~standard']
  return parts.flatMap(part => {
    if (part.type !== `data-${name}`) return []
    const checked = validate((part as { readonly data?: unknown }).data)
    return 'value' in checked ? [checked.value as LonghandDataParts[Name]] : []
  })
}
