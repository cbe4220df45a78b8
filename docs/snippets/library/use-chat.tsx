import { useChat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { type LonghandDataParts, longhandDataParts } from 'longhand'
import { CompactionDivider, useLonghand, WindowBar } from 'longhand/react/parts'

export function Context() {
  const { messages } = useChat<UIMessage<unknown, LonghandDataParts>>({ dataPartSchemas: longhandDataParts })
  const { status, compactions } = useLonghand(messages)
  return (
    <>
      {status && <WindowBar status={status} />}
      {compactions.map(compaction => (
        <CompactionDivider key={compaction.id} compaction={compaction} />
      ))}
    </>
  )
}
