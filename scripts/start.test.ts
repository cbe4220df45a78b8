import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { embeddedDirectory } from 'longhand/internal/testing'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

/** What npm does: a shell between it and us, which dies of a signal and passes nothing on. */
async function npmStart(
  folder: string,
  flags: string,
): Promise<{ readonly shell: ChildProcess; readonly said: string }> {
  const shell = spawn('sh', ['-c', `node scripts/start.mjs ${flags}; exit $?`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start', LONGHAND_DATA: folder, BROWSER: 'none', PORT: '1' },
  })
  for await (const line of createInterface(shell.stdout))
    if (line.includes('Longhand is at')) return { shell, said: line }
  throw new Error('npm start ended before it said where it is.')
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

test.skipIf(process.platform === 'win32')(
  'F7 a signal to npm alone ends the server and frees its folder; npm start takes flags',
  async () => {
    const [folder, port] = [await embeddedDirectory(), await freePort()]
    const first = await npmStart(folder, `--port ${port}`)
    expect(first.said).toContain(`http://127.0.0.1:${port}/`)
    first.shell.kill('SIGTERM')
    const isGone = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => false,
        () => true,
      )
    await expect.poll(isGone, { timeout: 60_000, interval: 200 }).toBe(true)
    const second = await npmStart(folder, '--port 0')
    expect(second.said).toContain('Longhand is at')
    second.shell.kill('SIGTERM')
  },
  180_000,
)
