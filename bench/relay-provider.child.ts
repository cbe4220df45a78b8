// A provider of Anthropic's Messages that says when a request reached it, and answers at once, or word by word when its
// model is `slow`. Prints where it is.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const now = () => performance.timeOrigin + performance.now()

/** Little, whatever was sent: so nothing is ever due, and what is measured is the way and not the folding. */
const usage = { input_tokens: 20_000, output_tokens: 12 }

const frame = (data: { readonly type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const start =
  frame({ type: 'message_start', message: { role: 'assistant', usage } } as never) +
  frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never)
const word = (text: string) =>
  frame({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as never)
const end =
  frame({ type: 'content_block_stop', index: 0 } as never) +
  frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage } as never) +
  frame({ type: 'message_stop' })

const server = createServer(async (came, to) => {
  const arrived = now()
  let isSlow = false
  for await (const piece of came) isSlow ||= (piece as Buffer).includes('"model":"slow"')
  to.writeHead(200, { 'content-type': 'text/event-stream', 'x-arrived': arrived })
  to.write(start)
  const words = isSlow ? 200 : 1
  for (let at = 0; at < words && !to.destroyed; at++) {
    to.write(word('noted '))
    if (isSlow) await setTimeout(25)
  }
  to.end(end)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
