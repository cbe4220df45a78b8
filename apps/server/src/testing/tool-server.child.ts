// A tool server that misbehaves when it is asked to: `tool-server.child.ts`, or `tool-server.child.ts PORT` over HTTP.
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })

function offer(): McpServer {
  const server = new McpServer({ name: 'moody', version: '1' })
  let cancelled = 0
  server.registerTool('echo', { inputSchema: { said: z.string() } }, ({ said }) => text(said))
  server.registerTool('variables', {}, () => text(Object.keys(process.env).toSorted().join(' ')))
  server.registerTool('fail', {}, () => ({ ...text('The disk is full.'), isError: true }))
  server.registerTool('crash', {}, () => process.exit(1))
  server.registerTool('letters', { inputSchema: { many: z.number() } }, ({ many }) =>
    text('lorem ipsum '.repeat(many / 12)),
  )
  server.registerTool('picture', {}, () => ({
    content: [
      { type: 'text' as const, text: 'A dot:' },
      { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' },
    ],
  }))
  server.registerTool('wait', { inputSchema: { mark: z.string() } }, async ({ mark }, { signal }) => {
    await writeFile(mark, 'begun')
    await pause(600_000, undefined, { signal }).catch(() => {
      cancelled++
    })
    return text('Waited.')
  })
  server.registerTool('cancelled', {}, async () => {
    // A cancellation that came just before is still on its way to those who wait.
    await pause(20)
    return text(String(cancelled))
  })
  server.registerTool('learn', {}, () => {
    server.registerTool('learnt', {}, () => text('New.'))
    return text('Learnt one more.')
  })
  return server
}

const [port] = process.argv.slice(2)
if (port === undefined) await offer().connect(new StdioServerTransport())
else {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID() })
  await offer().connect(transport as Transport)
  const listening = createServer((request, response) => void transport.handleRequest(request, response))
  listening.listen(Number(port), '127.0.0.1', () => console.log('ready'))
}
