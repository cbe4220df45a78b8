// The server as `main.ts` starts it, where a summary takes as long as one by a model would, so that people and tests can
// see it being written.
import type { LocalServer } from '../apps/server/src/connections/local-servers.ts'
import { createServer } from '../apps/server/src/create-server.ts'
import { startEnvironment } from '../apps/server/src/start-environment.ts'
import { openEmbedded } from '../packages/longhand/src/stores/embedded/open.ts'
import { failingStorage } from '../packages/longhand/src/testing/failing-ports.ts'
import { armFailpoints } from '../packages/longhand/src/testing/failpoint.ts'

armFailpoints('entries.walk:after=sleep(3000)')
const environment = await startEnvironment(process.env)
const openStorage = async () => failingStorage(await openEmbedded(environment.folder))
const localServers: readonly LocalServer[] = JSON.parse(process.env.E2E_LOCAL_SERVERS ?? '[]')
const server = await createServer({ ...environment, openStorage, localServers })
console.log(`Longhand is at ${server.newAddress()}`)
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
