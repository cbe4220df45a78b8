import { dynamicTool, type JSONSchema7, jsonSchema, type ToolSet } from 'ai'
import type { LonghandError } from 'longhand'
import type { ToolServerRow } from 'longhand/internal/client'
import { type Clock, systemClock } from 'longhand/internal/engine'
import type { OfferedTool, ToolInput } from './connect.ts'
import { keepConnected, type ToolConnection } from './keep-connected.ts'
import { toolNames } from './tool-names.ts'
import type { ToolServer, ToolServers } from './tool-server.ts'
import { toolTokens } from './tool-tokens.ts'

/** The tools of all tool servers, as a model gets them. */
export type Toolbox = {
  /** What every model may call now. */
  readonly tools: () => ToolSet
  /** Tokens of their definitions, by the tokenizer. */
  readonly tokens: () => number
  /** Resolves when every server has answered or failed for the first time; soon in any case. */
  readonly ready: () => Promise<void>
  readonly rows: () => readonly ToolServerRow[]
  readonly close: () => Promise<void>
}

export type ToolboxOptions = {
  readonly servers: ToolServers
  /** Names of tools that models have anyway. */
  readonly reservedNames: readonly string[]
  readonly onLost: (error: LonghandError) => void
  readonly clock?: Clock
}

/** How long the first message waits for servers that are still being started. */
const waitMs = 10_000

/** Starts the tool servers of the configuration; nothing else is ever called. */
export function openToolbox({ servers, reservedNames, onLost, clock = systemClock }: ToolboxOptions): Toolbox {
  const links = Object.entries(servers).map(([name, server]) =>
    keepConnected({ name, open: signal => open(server, signal), clock, onLost }),
  )
  const filled = memoizeByTools(links, () => buildTools(links, reservedNames))
  return {
    tools: () => filled().tools,
    tokens: () => filled().tokens,
    async ready() {
      const enough = new AbortController()
      const all = Promise.all(links.map(link => link.firstAttempt))
      await Promise.race([all, clock.sleep(waitMs, enough.signal)])
      enough.abort()
    },
    rows: () => {
      const { offers } = filled()
      return links.map(link => ({
        name: link.name,
        state: link.state(),
        tools: offers.filter(offer => offer.link === link).map(({ name, description }) => ({ name, description })),
      }))
    },
    close: async () => void (await Promise.all(links.map(link => link.close()))),
  }
}

/** Loaded lazily: most people have no tool server. */
const open = async (server: ToolServer, signal: AbortSignal) => (await import('./connect.ts')).connect(server, signal)

type Offer = {
  readonly link: ToolConnection
  readonly name: string
  readonly description: string
  readonly tool: OfferedTool
}

type BuiltTools = { readonly offers: readonly Offer[]; readonly tools: ToolSet; readonly tokens: number }

function buildTools(links: readonly ToolConnection[], reservedNames: readonly string[]): BuiltTools {
  const found = links.flatMap(link => link.tools().map(tool => ({ link, tool })))
  const names = toolNames(
    found.map(({ link, tool }) => ({ server: link.name, tool: tool.name })),
    reservedNames,
  )
  const offers = found.map(({ link, tool }, at) => ({
    link,
    tool,
    name: names[at]!,
    description: tool.description ?? '',
  }))
  const tools = Object.fromEntries(offers.map(offer => [offer.name, asTool(offer)]))
  return { offers, tools, tokens: toolTokens(tools) }
}

function asTool({ link, description, tool: { name, inputSchema } }: Offer): ToolSet[string] {
  const { properties = {} } = inputSchema
  return dynamicTool({
    description,
    inputSchema: jsonSchema({ ...inputSchema, properties } as JSONSchema7),
    execute: (input, { abortSignal = new AbortController().signal }) =>
      link.call(name, input as ToolInput, abortSignal),
  })
}

/** Rebuilds only when a server's list of tools has changed: it is read at every step. */
function memoizeByTools<T>(links: readonly ToolConnection[], make: () => T): () => T {
  let made: { readonly lists: readonly unknown[]; readonly value: T } | null = null
  return () => {
    const lists = links.map(link => link.tools())
    if (made === null || lists.some((list, at) => list !== made!.lists[at])) made = { lists, value: make() }
    return made.value
  }
}
