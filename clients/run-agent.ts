import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApi } from 'longhand/client'
import { startFakeProvider } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { startTarget } from '../faults/http-target.ts'
import type { Agent, AgentStart } from './agent.ts'
import { folderOf } from './install-agents.ts'
import { type HeardRequest, listenBetween } from './listen-between.ts'
import { closedProxy } from './loopback-only.ts'
import { createScriptedWork, earlyFact, task, wordsOf } from './scripted-work.ts'

/** What became of an agent's work. */
export type AgentRun = {
  readonly exit: number | null
  readonly steps: number
  readonly compactions: number
  /** Answers with an error that the agent got. */
  readonly errors: readonly string[]
  /** Requests that the provider refused, as too long or for another reason; nobody may have heard of them. */
  readonly refused: number
  /** Conversations beyond the first: an agent that compacts by itself begins another one. */
  readonly ownCompactions: number
  /** Steps whose output the agent has sent: some lose what a command wrote that ended too soon for them. */
  readonly outputs: number
  /** Of these, the steps whose words are not in the log. */
  readonly missing: number
  readonly earlyFact: 'there' | 'gone'
  readonly largestFromAgent: number
  readonly largestSentOn: number
  readonly seconds: number
  /** The last lines that the agent wrote. */
  readonly said: string
}

export type RunOptions = { readonly window: number; readonly steps: number; readonly timeoutMs: number }

/** Lets an agent work through Longhand against a scripted provider, in an empty home. */
export async function runAgent(agent: Agent, options: RunOptions): Promise<AgentRun> {
  const work = createScriptedWork(agent, options.steps)
  const provider = await startFakeProvider({
    behaviour: work.answerTo,
    usage: ({ body }, says) => ({
      ...{ input: meter.countText(JSON.stringify(body)), output: meter.countText(JSON.stringify(says)) },
      ...{ cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    }),
    window: options.window,
  })
  const name = agent.provider.toUpperCase()
  const variables = { [`${name}_BASE_URL`]: provider.baseURL, [`${name}_API_KEY`]: 'key-of-the-server' }
  const server = await startTarget({ database: null, variables })
  const api = createApi({ base: server.url, headers: { authorization: `Bearer ${server.token}` } })
  await api.changeSettings({ windows: { [`${agent.provider}/${agent.model}`]: options.window } })
  const sent = new Set<number>()
  const between = await listenBetween(server.url, text => {
    for (let step = 0; step < work.steps(); step++) if (text.includes(wordsOf(step))) sent.add(step)
  })
  const home = await mkdtemp(join(tmpdir(), 'longhand-agent-'))
  try {
    const begun = Date.now()
    const started = agent.start({ home, url: between.url, key: server.token, task, folderOf })
    const { exit, said } = await runIn(home, started, options.timeoutMs)
    const seconds = (Date.now() - begun) / 1_000
    const rows = (await api.conversations()) as unknown as readonly {
      readonly id: string
      readonly compactions: number
    }[]
    const log = await allWords(server)
    const views = provider.calls.filter(({ request }) => request.tools.includes(agent.shell))
    const last = JSON.stringify(views.at(-1)?.request.body ?? null)
    return {
      ...{ exit, steps: work.steps(), said, seconds },
      compactions: Math.max(0, ...rows.map(({ compactions }) => compactions)),
      errors: between.heard.filter(isError).map(({ status, path, bytes }) => `${status} ${path} (${bytes})`),
      refused: views.filter(({ reply }) => reply.type === 'failure').length,
      ownCompactions: Math.max(0, rows.length - 1),
      outputs: sent.size,
      missing: [...sent].filter(step => !log.includes(wordsOf(step))).length,
      earlyFact: last.includes(earlyFact.name) && last.includes(earlyFact.value) ? 'there' : 'gone',
      largestFromAgent: Math.max(0, ...between.heard.map(({ bytes }) => bytes)),
      largestSentOn: Math.max(0, ...views.map(({ request }) => JSON.stringify(request.body).length)),
    }
  } finally {
    between.close()
    await server.close()
    await provider.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** 426 tells a client to use HTTP, and 404 that there is no such list: both are answers that it asked for. */
const isError = ({ status }: HeardRequest): boolean => status >= 400 && status !== 426 && status !== 404

async function runIn(
  home: string,
  { files = {}, variables = {}, command, args }: AgentStart,
  timeout: number,
): Promise<{ readonly exit: number | null; readonly said: string }> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  const folder = join(home, 'project')
  await mkdir(folder)
  const { PATH } = process.env
  const env = { PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...closedProxy, ...variables }
  const child = spawn(command, args, { cwd: folder, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      said = (said + piece).slice(-2_000)
    })
  const [exit] = await once(child, 'close').catch(error => [String(error)])
  return { exit: typeof exit === 'number' ? exit : null, said: typeof exit === 'string' ? exit : said }
}

async function allWords({ url, token }: { readonly url: string; readonly token: string }): Promise<string> {
  const answer = await fetch(`${url}/api/export`, { headers: { authorization: `Bearer ${token}` } })
  return answer.text()
}
