import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, ErrorCode, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { LonghandError } from 'longhand'
import { toolOutput } from './tool-output.ts'
import type { ToolServer } from './tool-server.ts'

/** A tool as its server describes it. */
export type OfferedTool = Pick<Tool, 'name' | 'description' | 'inputSchema'>

/** A tool server that answers. */
export type Connection = {
  readonly tools: () => readonly OfferedTool[]
  /** What a tool answered, as text. Throws with the sentence that the model reads when it failed. */
  readonly call: (tool: string, input: ToolInput, signal: AbortSignal) => Promise<string>
  /** Resolves when the server is gone, for whatever reason. */
  readonly gone: Promise<void>
  readonly close: () => Promise<void>
}

export type ToolInput = Readonly<Record<string, unknown>>

/** How long connecting and one call may take. */
export type ToolTimeouts = { readonly connectMs: number; readonly callMs: number }

const defaultTimeouts: ToolTimeouts = { connectMs: 30_000, callMs: 120_000 }

/** Connects to a tool server and lists its tools. */
export async function connect(
  server: ToolServer,
  signal: AbortSignal,
  timeouts = defaultTimeouts,
): Promise<Connection> {
  let tools: readonly OfferedTool[] = []
  const onChanged = (_: Error | null, changed: readonly OfferedTool[] | null) => {
    tools = changed ?? tools
  }
  const client = new Client({ name: 'longhand', version: '0' }, { listChanged: { tools: { onChanged } } })
  const gone = Promise.withResolvers<void>()
  client.onclose = () => gone.resolve()
  try {
    await client.connect(transportTo(server), { signal, timeout: timeouts.connectMs })
    tools = await listTools(client, signal)
  } catch (error) {
    await client.close()
    throw error
  }
  return {
    tools: () => tools,
    async call(name, input, stop) {
      const options = { signal: stop, timeout: timeouts.callMs }
      const result = await client.callTool({ name, arguments: { ...input } }, undefined, options).catch(error => {
        // A server at an address has no process that ends: a failed call shows that it is gone.
        if ('url' in server && !(error instanceof McpError)) void client.close()
        throw toolFailure(error)
      })
      return toolOutput(result as CallToolResult)
    },
    gone: gone.promise,
    close: () => client.close(),
  }
}

/** Every caller of `close` waits until the program has ended; the SDK's second call would return at once. */
class ProgramTransport extends StdioClientTransport {
  #ending: Promise<void> | null = null

  override close(): Promise<void> {
    this.#ending ??= super.close()
    return this.#ending
  }
}

function transportTo(server: ToolServer): Transport {
  if ('command' in server) {
    const { command, args = [], env = {}, cwd } = server
    // A program's stderr may quote what people said, so it is not logged.
    return new ProgramTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore', ...(cwd && { cwd }) })
  }
  // Its type has `sessionId?: string | undefined`, which exactOptionalPropertyTypes rejects.
  return new StreamableHTTPClientTransport(new URL(server.url)) as Transport
}

/** A server that never stops paging is cut off here. */
const maxPages = 50

async function listTools(client: Client, signal: AbortSignal): Promise<readonly OfferedTool[]> {
  const tools: OfferedTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { tools: more, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor }, { signal })
    for (const tool of more) tools.push(tool)
    if (nextCursor === undefined) break
    cursor = nextCursor
  }
  return tools
}

/** What the model reads about a failed call: the server's own message, or that the outcome is unknown. */
function toolFailure(cause: unknown): LonghandError {
  const code = cause instanceof McpError ? cause.code : null
  if (code === ErrorCode.ConnectionClosed) return new LonghandError('unreachable', endedInside, { cause })
  if (code === ErrorCode.RequestTimeout) return new LonghandError('timed-out', tookTooLong, { cause })
  const sentence = cause instanceof Error ? cause.message : String(cause)
  return new LonghandError('unreachable', `The tool failed: ${sentence}`, { cause })
}

const endedInside =
  'The tool server ended during this call, which may have been carried out in part. Check before you try again.'
const tookTooLong = 'The tool took too long and was stopped. It may have been carried out in part.'
