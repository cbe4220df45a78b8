// A process on an embedded storage that takes over what the one before left, then does one thing:
// `crash-loop.child.ts DIRECTORY CONVERSATION TASK`. It tells what its engine tells.
import { randomUUID } from 'node:crypto'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { compactNow } from '../packages/longhand/src/engine/compaction/compact-now.ts'
import { createEngine, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import { systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { recoverOnce } from '../packages/longhand/src/engine/turn/recovery.ts'
import { send } from '../packages/longhand/src/engine/turn/send.ts'
import { openEmbedded } from '../packages/longhand/src/stores/embedded/open.ts'
import { failingModels, failingStorage } from '../packages/longhand/src/testing/failing-ports.ts'
import { armFromEnvironment } from '../packages/longhand/src/testing/failpoint.ts'
import { lettersMeter } from '../packages/longhand/src/testing/test-engine.ts'
import { line, playedBy, window } from './engine-cast.ts'

const [directory = '', conversation = '', task = ''] = process.argv.slice(2)

armFromEnvironment()
const engine = createEngine({
  storage: failingStorage(await openEmbedded(directory)),
  models: failingModels(playedBy({ clock: systemClock, asked: () => {} })),
  meter: lettersMeter,
  clock: systemClock,
  newId: randomUUID,
  worker: String(process.pid),
  policy: classic,
  onEvent: event => void process.send!(event),
})
const scope = scopeOf(engine, localOwner, conversation)

const message = (role: 'user' | 'assistant', mark: string) =>
  ({ role, parts: [{ type: 'text', text: line('Day', conversation, mark) }] }) as const

/** A conversation that is so long that the next message has it condensed. */
async function fill(): Promise<void> {
  await scope.store.conversations.create({ id: conversation })
  const one = lettersMeter.count(message('user', '00'))
  const entries = Array.from({ length: Math.ceil((0.85 * window) / one) }, (_, at) => {
    const said = message(at % 2 === 0 ? 'user' : 'assistant', String(at))
    return { type: 'message', id: `m${at}`, message: said, count: lettersMeter.count(said) } as const
  })
  await scope.store.entries.append(conversation, entries)
}

async function say(): Promise<void> {
  await send(scope, { id: randomUUID(), message: message('user', 'next') })
  await engine.activeTurns.get(conversation)?.done
  await engine.activeCompactions.get(conversation)?.done
}

async function condense(): Promise<void> {
  const started = await compactNow(scope, { by: 'force', trigger: 'person' })
  if (started.type === 'running') await started.done
}

const tasks: Readonly<Record<string, () => Promise<unknown>>> = { 'take over': async () => {}, say, condense }

if (task === 'fill and say') await fill()
else await recoverOnce(engine)
await (tasks[task] ?? say)()
await engine.storage.close()
process.disconnect()
