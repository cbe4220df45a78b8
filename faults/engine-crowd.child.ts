// A process that has a summary written in every conversation until it is killed: `engine-crowd.child.ts URL ID,ID,…`. It says
// `asked` for each request to the summariser, which takes a second and a half.
import { randomUUID } from 'node:crypto'
import { openPostgres } from 'longhand/postgres'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { compactNow } from '../packages/longhand/src/engine/compaction/compact-now.ts'
import { createEngine, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import { systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import { recoverOnce } from '../packages/longhand/src/engine/turn/recovery.ts'
import { lettersMeter } from '../packages/longhand/src/testing/test-engine.ts'
import { playedBy } from './engine-cast.ts'

const [url = '', conversations = ''] = process.argv.slice(2)
const asked = () => void process.send!('asked')
const engine = createEngine({
  storage: await openPostgres(url, { schema: 'trust', listenUrl: null, connections: 4 }),
  models: playedBy({ clock: systemClock, asked, summaries: { ms: 1_500, outcome: 'text' } }),
  meter: lettersMeter,
  clock: systemClock,
  newId: randomUUID,
  worker: randomUUID(),
  policy: classic,
  onEvent: () => {},
})
process.send!('ready')
const begun = conversations
  .split(',')
  .map(id => compactNow(scopeOf(engine, localOwner, id), { by: 'force', trigger: 'tool' }))
await Promise.all([recoverOnce(engine), ...begun])
await Promise.all([...engine.activeCompactions.values()].map(({ done }) => done))
process.exit()
