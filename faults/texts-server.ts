import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createApi } from 'longhand/client'
import { type HostileText, repeated } from '../packages/longhand/src/testing/growth/hostile-text.ts'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { type Loop, startTarget, type Target } from './http-target.ts'
import { archives } from './texts-archives.ts'
import { type Attack, attacks, type Scene } from './texts-attacks.ts'
import { files as hostileFiles, widths } from './texts-imports.ts'
import type { Waits } from './texts-probe.child.ts'
import { startHostileProvider } from './texts-provider.ts'

/** What one attack did to the server and to someone else who used it at the same time. */
export type Felt = {
  readonly attack: string
  readonly text: string
  /** Why it was not carried out to its end; null when it was. */
  readonly problem: string | null
  readonly loop: Loop
  readonly waits: Waits
  /** Milliseconds of computing each time it was tried; the figures above are of the last time. */
  readonly tries: readonly number[]
}

/** Milliseconds of computing without a break that everyone else has to wait for. */
export const stallMs = 100

export type Attacked = {
  readonly storage: string
  readonly idle: Felt
  /** A message of ordinary words, as many, and an answer like it. */
  readonly ordinary: Felt
  readonly felt: readonly Felt[]
  readonly lives: boolean
}

export type AttackOptions = {
  readonly texts: readonly HostileText[]
  readonly letters: number
  readonly storage: 'embedded' | 'postgres'
  /** Whether files as large as they may be are sent too. */
  readonly files?: 'sent'
  /** How many of one thing wide requests have; without it none are sent. */
  readonly wide?: number
  /** Only those whose name holds this. */
  readonly only?: string
  readonly onFelt?: (felt: Felt) => void
}

/** Sends every text in every way to the server as people start it, while someone else is served too. */
export async function attackServer(options: AttackOptions): Promise<Attacked> {
  const { texts, letters, storage, files, wide, only = '', onFelt } = options
  const postgres = storage === 'postgres' && hasPostgres() ? await startServer() : null
  const provider = await startHostileProvider()
  const variables = {
    ...{ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: provider.baseURL },
    ...{ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: provider.baseURL },
  }
  const target = await startTarget({ database: postgres?.url ?? null, variables })
  const api = createApi({ base: target.url, headers: { authorization: `Bearer ${target.token}` } })
  const { id: other, model } = await api.create({ sample: true })
  await api.changeSettings({ windows: { [model]: 50_000_000 } })
  const probe = startProbe(target, other)
  const feel = async (attack: string, text: string, run: () => Promise<unknown>): Promise<Felt> => {
    await Promise.all([target.loop(), probe.waits()])
    const problem = await run().then(
      () => null,
      error => String(error),
    )
    // What it led to may come a moment later.
    await pause(200)
    const [waits, loop] = [await probe.waits(), await target.loop()]
    const one = { attack, text, problem, waits, loop, tries: [loop.busyMs] }
    onFelt?.(one)
    return one
  }
  try {
    const send = async ({ name, grow }: HostileText, ways: readonly Attack[]): Promise<readonly Felt[]> => {
      const { id } = await api.create()
      const text = grow(letters).slice(0, letters)
      const felt: Felt[] = []
      provider.says(text.slice(0, 100_000).toWellFormed())
      for (const { name: attack, run } of ways)
        felt.push(await feel(attack, name, () => run({ target, api, id, model, provider }, text)))
      await api.delete(id)
      return felt
    }
    // The first turn loads what all later ones use.
    await warmUp({ target, api, id: other, model, provider })
    const idle = await feel('nothing', '', () => pause(1_000))
    const say = attacks[0]!
    const words = await send(repeated('Some ordinary words. '), [say, say])
    const ordinary = words.toSorted((a, b) => a.loop.busyMs - b.loop.busyMs)[0]!
    const named = ({ name }: Attack) => name.includes(only)
    const felt: Felt[] = []
    provider.says('Fine.')
    const filesSent = files === 'sent' ? [...hostileFiles, ...archives] : []
    const textless = [...filesSent, ...(wide === undefined ? [] : widths(wide))]
    for (const { name: attack, run } of textless.filter(named)) {
      const bring = () => run({ target, api, id: other, model, provider }, '')
      felt.push(...(await whenCalm(async () => [await feel(attack, '', bring)], probe.calm)))
    }
    for (const text of texts) felt.push(...(await whenCalm(() => send(text, attacks.filter(named)), probe.calm)))
    return { storage: postgres === null ? 'embedded' : 'Postgres', idle, ordinary, felt, lives: target.lives() }
  } finally {
    probe.close()
    await target.close()
    await provider.close()
    await postgres?.stop()
  }
}

/**
 * A stall counts at once, unless a process that does nothing was late as well: then the machine was busy with others,
 * whose time may have been taken for the server's, and the attack is tried again when it is calm.
 */
async function whenCalm(attack: () => Promise<readonly Felt[]>, calm: () => Promise<void>): Promise<readonly Felt[]> {
  let felt = await attack()
  for (let tries = 1; tries < mostTries && felt.some(isDoubtful); tries++) {
    await calm()
    const again = await attack()
    felt = felt.map((before, at) => (isDoubtful(before) ? retried(before, again[at]!) : before))
  }
  return felt
}

const mostTries = 4

const isDoubtful = ({ loop, waits }: Felt): boolean => loop.busyMs >= stallMs && waits.own >= lateMs

/** Milliseconds: on a machine that has nothing else to do, a process that does nothing is less late during any attack. */
const lateMs = 50

const retried = (before: Felt, again: Felt): Felt => ({ ...again, tries: [...before.tries, ...again.tries] })

async function warmUp(scene: Scene): Promise<void> {
  for (const { run } of attacks) await run(scene, 'Hello there. ').catch(() => null)
}

function startProbe({ url, token }: Target, conversation: string) {
  const child = fork(new URL('./texts-probe.child.ts', import.meta.url), [url, token, conversation])
  const waits = async (): Promise<Waits> => {
    if (!child.connected) throw new Error('Whoever else used the server has ended.')
    const told = once(child, 'message')
    child.send('waits')
    return (await told)[0] as Waits
  }
  return {
    waits,
    /** Waits for seconds in which a process that does nothing is not late, a few minutes at most. */
    async calm(): Promise<void> {
      for (let looks = 0; looks < 60; looks++) {
        await waits()
        await pause(3_000)
        if ((await waits()).own < 20) return
      }
    },
    close: () => {
      if (child.connected) child.disconnect()
    },
  }
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
