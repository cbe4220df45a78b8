import { connect } from 'node:net'

/** One request, written to the socket exactly as it stands here. */
export type RawRequest = {
  readonly port: number
  readonly method: string
  readonly target: string
  /** Whole lines, without their ends. */
  readonly headers: readonly string[]
  readonly body?: string
  /** 1.1 when left out. */
  readonly version?: '1.0'
}

/** The answer as it came; status 0 when the connection was closed without one. */
export type RawAnswer = { readonly status: number; readonly text: string }

/** Sends bytes that no HTTP client would, over a connection of its own. */
export function rawRequest({ port, method, target, headers, body = '', version }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', bytes => {
      text += bytes
    })
    // Whoever is refused early may be cut off while still sending.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    socket.write(
      Buffer.from(
        [`${method} ${target} HTTP/${version ?? '1.1'}`, ...headers, 'Connection: close', '', body].join('\r\n'),
        'latin1',
      ),
    )
  })
}
