import type { Adapter, Agent } from './adapter.ts'
import type { Order, OrderResult } from './library-process.ts'

// node library.child.ts ADAPTER VARIANT: one library in a process of its own, so that its processor time is its own.
const [, , file, variant] = process.argv
const started = performance.now()
const adapter: Adapter = await import(file!)
const importMs = performance.now() - started
let agent: Agent | null = null

const obey: {
  readonly [Type in Order['type']]: (order: Extract<Order, { type: Type }>) => Promise<readonly string[] | undefined>
} = {
  open: async ({ results, session }) => {
    const known = new Map(results)
    agent = await adapter.open({ ...session, variant: variant!, result: id => known.get(id) ?? '(no output)' })
    return undefined
  },
  fill: async ({ messages }) => {
    if (agent?.fill === undefined) throw new Error('There is no way to put messages into its history.')
    return nothing(agent.fill(messages))
  },
  say: async ({ text }) => nothing(agent?.say(text)),
  resume: async () => nothing(agent?.resume()),
  history: async () => agent?.history(),
  close: async () => nothing(agent?.close?.()),
}

const nothing = async (done: unknown): Promise<undefined> => void (await done)

process.on('message', async (order: Order) => {
  const before = process.cpuUsage()
  const answer = await (obey[order.type] as (order: Order) => Promise<readonly string[] | undefined>)(order).then(
    texts => ({ error: null, texts: texts ?? [] }),
    (error: unknown) => ({ error: reasons(error), texts: [] }),
  )
  const { user, system } = process.cpuUsage(before)
  const other = order.type === 'say' || order.type === 'resume' ? ((await agent?.otherCpuMs?.()) ?? 0) : 0
  process.send!({ ...answer, cpuMs: (user + system) / 1_000 + other } satisfies OrderResult)
})
process.on('unhandledRejection', error => console.error('unhandled', error))
process.send!({ importMs, versions: adapter.versions })

/** What an error says, and what it says of its causes. */
function reasons(error: unknown): string {
  const said: string[] = []
  for (let one = error; one !== undefined && one !== null && said.length < 4; one = (one as { cause?: unknown }).cause)
    said.push(String((one as { message?: unknown }).message ?? one).slice(0, 200))
  return said.join(' < ')
}
