import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Page, test as plain } from '@playwright/test'
import { type Api, createApi } from 'longhand/client'
import { type Answer, answer, type Reply } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'

/** The real server in a process of its own, on a data folder of its own, with the offline model. */
export type Longhand = {
  readonly url: () => string
  /** What the server printed when it was started last. */
  readonly address: () => string
  readonly folder: string
  /** The server's routes, as a program with the token sees them. */
  readonly api: () => Api
  /** What the server answers to a program with the token. */
  readonly fetch: (path: string) => Promise<Response>
  /** What a client of Anthropic or OpenAI gives as its key. */
  readonly token: () => string
  /** Opens a path in a browser page that is signed in. */
  readonly visit: (page: Page, path?: string) => Promise<void>
  /** kill -9, and nothing else. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Starts again on the same folder and the same port. */
  readonly start: () => Promise<void>
}

/** Tests share one server; each makes its own conversations. */
export const test = plain.extend<{ longhand: Longhand }, { server: Longhand }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright asks for.
    async ({}, use) => {
      const { longhand, close } = await startLonghand()
      await use(longhand)
      await close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  longhand: async ({ server, context }, use, info) => {
    info.setTimeout(120_000)
    await use(server)
    // A tab that is torn away looks like a crash, and the next test would be asked about it.
    await Promise.all(context.pages().map(page => page.goto('about:blank').catch(() => {})))
  },
})

/** A server on a new data folder, which goes when it is closed. */
export async function startLonghand(
  variables: NodeJS.ProcessEnv = {},
): Promise<{ readonly longhand: Longhand; readonly close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-e2e-'))
  const provider = await startFakeProvider({ behaviour: ({ text }) => replyTo(text) })
  const longhand = longhandIn(folder, { LOCAL_BASE_URL: provider.baseURL, ...variables })
  await longhand.start()
  await longhand.api().changeSettings({ model: 'offline/quoting', titles: 'first-words' })
  const close = async () => {
    await longhand.stop()
    await provider.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { longhand, close }
}

export { expect } from '@playwright/test'

/** A model on another machine, as far as the server can tell: it answers what a test asks for. */
export const providerModel = 'local/llama3.2'

/** A window so small that a test can fill it. */
export const smallModel = 'offline/quoting-8k'

function longhandIn(folder: string, variables: NodeJS.ProcessEnv): Longhand {
  let child: ChildProcess | null = null
  let address = ''
  let token = ''
  let cookie = ''
  const url = () => new URL(address).origin
  const api = () => createApi({ base: url(), headers: { authorization: `Bearer ${token}` } })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === null || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
    child = null
  }
  return {
    url,
    address: () => address,
    folder,
    api,
    fetch: path => fetch(url() + path, { headers: { authorization: `Bearer ${token}` } }),
    token: () => token,
    async visit(page, path = '/') {
      const [name = '', value = ''] = cookie.split('=', 2)
      await page.context().addCookies([{ name, value, url: url() }])
      await page.goto(url() + path)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async start() {
      const port = address === '' ? '0' : new URL(address).port
      child = spawn(process.execPath, [program], {
        env: { ...process.env, ...variables, LONGHAND_DATA: folder, PORT: port },
      })
      child.stderr?.pipe(process.stderr)
      address = await printedAddress(child)
      token = (await readFile(join(folder, 'token'), 'utf8')).trim()
      if (cookie === '') cookie = await signIn(address)
    },
  }
}

/** What the model next door says when a test asks for it in so many words. */
function replyTo(text: string): Reply | null {
  if (text.includes('You give conversations their titles')) return answer('Harbour lamps at dusk')
  if (text.includes('Go on exactly where')) return answer(' it ends well.')
  if (text.includes('Say ahoy.')) return answer('Ahoy, and fair winds.')
  const asked = text.slice(text.lastIndexOf('Please'))
  if (asked.includes('say nothing')) return answer('')
  if (asked.includes('break off')) return { ...answer('It begins and'), breaks: 'overloaded' }
  if (asked.includes('skip the beginning')) return { ...answer('I read the end of it.'), reportedShare: 0.2 }
  if (asked.includes('be busy')) return { type: 'failure', kind: 'rate-limited', retryAfter: 20 }
  const slowly = (text: string, bytes: number): Answer => ({
    ...answer(text),
    delivery: { type: 'drip', bytes, ms: 60 },
  })
  const written = `Here it is:\n\n\`\`\`ts src/claim.ts\n${code}\n\`\`\``
  if (asked.includes('write code')) return asked.includes('slowly') ? slowly(written, 100) : answer(written)
  if (asked.includes('write math')) return slowly(formulas, 40)
  if (!asked.includes('slowly')) return null
  return slowly(Array.from({ length: 400 }, (_, at) => `word${at + 1}`).join(' '), 400)
}

const code = `export async function claim(db: Pool, worker: string) {
  const { rows } = await db.query('update jobs set worker = $1 returning *', [worker])
  if (rows.length === 0) return null
  console.log('claimed', rows[0].id)
  return rows[0]
}`

const formulas = `The area is $\\pi r^2$, and \\(x_1 + x_2\\) costs $5 and $10.

$$
\\int_0^1 x^2\\,dx = \\frac{1}{3}
$$

| a | b |
|---|---|
| $|x|$ | \`$x$\` |

Wrong: $\\frac{1}$. Shown: \\[ \\sum_{k=1}^{n} k = \\frac{n(n+1)}{2} \\] And \\$3. The end.`

const program = join(import.meta.dirname, 'server.child.ts')

/** What a browser gets for the code of a printed address. All pages share the cookie. */
async function signIn(address: string): Promise<string> {
  const { origin, hash } = new URL(address)
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: hash.slice('#c='.length) }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) {
    const address = /http:\S+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('The server ended before it said where it is.')
}
