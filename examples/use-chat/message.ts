import type { UIMessage } from 'ai'
import type { LonghandDataParts } from 'longhand'

/** A message as route and page know it: with what Longhand tells about its window. */
export type ChatMessage = UIMessage<unknown, LonghandDataParts>
