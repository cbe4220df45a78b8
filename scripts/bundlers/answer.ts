import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/** The last line that a program prints. */
export async function answerOfProgram(command: string, words: readonly string[], cwd: string): Promise<string> {
  const child = spawn(command, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${stderr}`)
  return stdout.trim().split('\n').at(-1)!
}

/** What a server answers at a path, once it does. */
export async function answerOfServer(
  command: string,
  { words, cwd, path }: { readonly words: readonly string[]; readonly cwd: string; readonly path: string },
): Promise<string> {
  const port = await freePort()
  const child = spawn(
    command,
    words.map(word => word.replace('{port}', String(port))),
    // A group of its own: these servers start others.
    { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGTERM')
    } catch {
      // It has ended already.
    }
  }
  try {
    for (const until = Date.now() + 60_000; ; ) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
      const body = (await response?.text().catch(() => '')) ?? ''
      // Some accept requests before they have loaded what answers them.
      if (response?.ok && body !== '') return body
      if (child.exitCode !== null) throw new Error(`It ended: ${(await said).join('')}`)
      if (Date.now() > until) {
        end()
        throw new Error(`It does not answer: ${response?.status ?? 'no response'} ${body} ${(await said).join('')}`)
      }
      await new Promise(resolve => setTimeout(resolve, 300))
    }
  } finally {
    end()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}
