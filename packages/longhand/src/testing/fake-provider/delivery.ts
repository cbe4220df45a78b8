import type { ServerResponse } from 'node:http'

/** How an answer's bytes travel. */
export type Delivery =
  /** Nothing at all for a while, then everything. */
  | { readonly type: 'slow'; readonly ms: number }
  /** A few bytes at a time. */
  | { readonly type: 'drip'; readonly bytes: number; readonly ms: number }
  /** Headers, then silence on an open socket. */
  | { readonly type: 'half-open' }
  /** A connection reset after half of the frames. */
  | { readonly type: 'reset' }
  /** A clean end of the connection before the frames that end the answer. */
  | { readonly type: 'unended' }
  /** Events that are no JSON. */
  | { readonly type: 'garbage' }
  /** Events with comments and carriage returns between them, as the standard allows. */
  | { readonly type: 'odd' }
  /** The longest frame of the first half again and again, until the caller leaves or this many bytes have gone. */
  | { readonly type: 'endless'; readonly most: number }
  /** An event that never ends: no line break, until the caller leaves or this many bytes have gone. */
  | { readonly type: 'one-line'; readonly most: number }
  /** Packets that end inside every character of several bytes. */
  | { readonly type: 'split' }

/** Writes the frames of an answer. Resolves when nothing more will be written. */
export async function deliver(to: ServerResponse, frames: readonly string[], how?: Delivery): Promise<void> {
  switch (how?.type) {
    case undefined:
      return send(to, frames)
    case 'slow':
      await sleep(how.ms)
      return send(to, frames)
    case 'drip':
      return sendSlowly(to, inPackets(frames, how.bytes), how.ms)
    case 'split':
      return sendSlowly(to, insideCharacters(frames), 0)
    case 'half-open':
      to.flushHeaders()
      return new Promise(resolve => to.once('close', resolve))
    case 'reset':
      await write(to, frames.slice(0, Math.ceil(frames.length / 2)).join(''))
      await sleep(5)
      to.socket?.resetAndDestroy()
      return
    case 'unended':
      return send(to, frames.slice(0, Math.ceil(frames.length / 2)))
    case 'garbage':
      return send(to, [...frames.slice(0, 2), 'data: {"this is": not JSON\n\n', ...frames.slice(2)])
    case 'endless':
      return sendForEver(to, frames, how.most)
    case 'one-line':
      await write(to, 'data: {"x":"')
      return sendForEver(to, ['x'.repeat(64_000)], how.most)
    case 'odd':
      return send(to, frames.map(oddly))
  }
}

const oddly = (frame: string): string =>
  /^(data|event):/.test(frame) ? `: keep-alive\r\n\r\n${frame.replaceAll('\n', '\r\n')}:\r\n\r\n` : frame

async function send(to: ServerResponse, frames: readonly string[]): Promise<void> {
  for (const frame of frames) await write(to, frame)
  to.end()
}

async function sendForEver(to: ServerResponse, frames: readonly string[], most: number): Promise<void> {
  const half = frames.slice(0, Math.ceil(frames.length / 2))
  const longest = half.reduce((one, other) => (other.length > one.length ? other : one))
  for (const frame of frames.slice(0, frames.indexOf(longest))) await write(to, frame)
  for (let sent = 0; sent < most && !to.destroyed; sent += longest.length) await write(to, longest)
  to.end()
}

async function sendSlowly(to: ServerResponse, packets: readonly Buffer[], ms: number): Promise<void> {
  to.socket?.setNoDelay(true)
  for (const packet of packets) {
    if (to.destroyed) return
    await write(to, packet)
    await sleep(ms)
  }
  to.end()
}

function inPackets(frames: readonly string[], bytes: number): readonly Buffer[] {
  const all = Buffer.from(frames.join(''))
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) => all.subarray(at * bytes, (at + 1) * bytes))
}

/** Read as Latin-1, every byte is a character: those above ASCII are the pieces of longer characters. */
function insideCharacters(frames: readonly string[]): readonly Buffer[] {
  const bytes = Buffer.from(frames.join('')).toString('latin1')
  return (bytes.match(/[^\x80-\xff]*[\x80-\xff]?/g) ?? []).map(packet => Buffer.from(packet, 'latin1'))
}

const write = (to: ServerResponse, bytes: string | Buffer): Promise<void> =>
  new Promise(resolve => {
    if (to.destroyed) resolve()
    else to.write(bytes, () => resolve())
  })

const sleep = (ms: number): Promise<void> =>
  new Promise(resolve => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)))
