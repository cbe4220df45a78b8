import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicWire } from '../packages/longhand/src/testing/fake-provider/wire-anthropic.ts'

/** A model that says a hostile text to everyone: in chats, and where it is asked for a summary. It remembers nothing. */
export type HostileProvider = {
  readonly baseURL: string
  /** What it says from now on, and how it answers every other request for a summary. */
  readonly says: (text: string) => void
  readonly close: () => Promise<void>
}

const goodSummary = '## Goal\nSee what a hostile text does.\n\n## State\nIt was sent, and nothing stood still.'

export async function startHostileProvider(): Promise<HostileProvider> {
  let text = 'Fine.'
  let summaries = 0
  const server = createServer(async (came, to) => {
    const gone = new AbortController()
    to.once('close', () => gone.abort())
    const { model, stream, isSummary } = await readRequest(came)
    const said = isSummary && ++summaries % 2 === 0 ? goodSummary : text
    const usage = { input: 1_000, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    const reply = { type: 'answer', says: [{ type: 'text', text: said }], ending: 'stop' } as const
    const about = { model, usage, index: 1, body: {} }
    to.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
    if (!stream) return void to.end(JSON.stringify(anthropicWire.whole(reply, about)))
    for (const frame of anthropicWire.frames(reply, about)) {
      if (!to.write(frame)) await once(to, 'drain', { signal: gone.signal }).catch(() => null)
      if (to.destroyed) return
    }
    to.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    says: next => {
      text = next
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Only what is needed of a request: parsing all of it would take this process as long as the server. */
async function readRequest(came: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of came) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const model = /"model":"([^"]+)"/.exec(body.toString('latin1', 0, 400))?.[1] ?? 'claude'
  return { model, stream: body.includes('"stream":true'), isSummary: body.includes('Now write the record.') }
}
