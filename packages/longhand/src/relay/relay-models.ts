import type { Engine } from '../engine/engine.ts'
import type { ChatModel } from '../engine/ports/models.ts'
import type { Summariser } from '../engine/ports/summariser.ts'

/** What a client's own requests take besides the conversation, and who writes summaries where the server has nobody. */
export type ClientModel = {
  readonly overhead: number
  readonly summariser: Summariser | null
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
  return {
    ...engine,
    models: {
      defaultModel: models.defaultModel,
      find,
      summariser: (chat, pace) => models.summariser(chat, pace) ?? summariser,
      lacksKey: (chat, pace) => summariser === null && (models.lacksKey?.(chat, pace) ?? false),
      prices: name => models.prices(name),
    },
  }
}
