import type { Engine } from '../engine/engine.ts'
import type { ChatModel, Models } from '../engine/ports/models.ts'
import type { RelayCall } from './relay-call.ts'

/** What a client's own requests take besides the conversation, and who writes summaries. */
export type ClientModel = {
  readonly overhead: number
  readonly summariser: RelayCall['summariser']
  /** H4.15 the window that the client believes in; null when it is not known. */
  readonly window: number | null
}

/** The engine for a conversation that a client has with its model: the client asks, so that nothing here speaks to it. */
export function engineFor(engine: Engine, { overhead, summariser, window: believed }: ClientModel): Engine {
  const { models } = engine
  const find = (name: string): ChatModel => {
    const { generate, room: own, cacheMs } = models.find(name)
    const room = believed === null ? own : { ...own, window: Math.min(believed, own.window ?? believed) }
    return { name, generate, room, instructions: null, tools: overhead, ...(cacheMs === undefined ? {} : { cacheMs }) }
  }
  const { defaultModel } = models
  const own = { defaultModel, find, prices: (name: string) => models.prices(name) }
  if (summariser !== 'server') return { ...engine, models: { ...own, keys: 'client', summariser: () => summariser } }
  const lacksKey: Models['lacksKey'] = (chat, pace) => models.lacksKey?.(chat, pace) ?? false
  return { ...engine, models: { ...own, lacksKey, summariser: (chat, pace) => models.summariser(chat, pace) } }
}
