import { useChat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { type LonghandDataParts, longhandDataParts } from 'longhand'

export function Window() {
  const { messages } = useChat<UIMessage<unknown, LonghandDataParts>>({ dataPartSchemas: longhandDataParts })
  const newest = messages.flatMap(({ parts }) => parts).findLast(part => part.type === 'data-context')
  return newest && <meter value={newest.data.used} max={newest.data.window ?? 0} />
}
