import type { Json } from 'longhand/internal/core'
import {
  type Answer,
  answer,
  type FakeProvider,
  type FakeRequest,
  type Said,
  startFakeProvider,
} from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { createModelList } from '../../models/model-list.ts'
import { offlineSource } from '../../models/offline.ts'
import { openProviders } from '../../models/providers.ts'
import type { ToolServers } from '../../tools/tool-server.ts'
import { contextToolNames } from '../../tools/tool-tokens.ts'
import { openToolbox, type Toolbox } from '../../tools/toolbox.ts'
import { type Started, start } from '../start.ts'
import { chat, fakeKey } from './small-anthropic.ts'
import { until } from './stage.ts'

/** A server with tool servers, and a provider on loopback whose model says what it is told to. */
export type ToolStage = {
  readonly server: Started
  readonly fake: FakeProvider
  readonly toolBox: Toolbox
  /** What the model says next, one for each step; after the last it only says that it is done. */
  readonly script: Answer[]
  /** Requests of the chat, as they came over the wire. */
  readonly chats: () => readonly FakeRequest[]
  readonly lost: readonly string[]
  /** Waits until every tool server runs. */
  readonly running: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openToolStage(servers: ToolServers, window = 200_000): Promise<ToolStage> {
  const script: Answer[] = []
  const lost: string[] = []
  const fake = await startFakeProvider({ behaviour: () => script.shift() ?? answer('Done.') })
  const sources = [...openProviders({ ANTHROPIC_API_KEY: fakeKey, ANTHROPIC_BASE_URL: fake.baseURL }), offlineSource]
  const ownFigures = { [`anthropic/${chat}`]: { window, output: Math.floor(window / 8) } }
  const settings = () => ({ model: `anthropic/${chat}`, summaryModel: 'offline/extractive', fastModel: 'auto' })
  const toolBox = openToolbox({
    servers,
    reservedNames: contextToolNames(),
    onLost: error => void lost.push(error.message),
  })
  const running = () => until(() => toolBox.rows().every(({ state }) => state === 'up'), 40_000)
  await running()
  const server = await start({
    toolBox,
    meter,
    models: scopeFor => createModelList({ sources, ownFigures, settings, toolBox }, scopeFor),
  })
  return {
    server,
    fake,
    toolBox,
    script,
    chats: () => fake.calls.map(({ request }) => request),
    lost,
    running,
    close: async () => {
      await server.close()
      await fake.close()
    },
  }
}

let calls = 0

/** A step in which the model calls tools, all at once. */
export const calling = (...tools: readonly (readonly [name: string, input: Json])[]): Answer =>
  answer(
    tools.map(([name, input]): Said => ({ type: 'call', id: `toolu_${++calls}`, name, input })),
    'calls',
  )
