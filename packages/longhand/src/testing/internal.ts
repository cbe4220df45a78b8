// What our own programs use of this room and nobody else: a door of the workspace, which is not published.
export { failingStorage } from './failing-ports.ts'
export { armFailpoints, armFromEnvironment, disarmFailpoints, reached, release } from './failpoint.ts'
export { type Answer, answer, type FakeFailure as Failure, failure, type Said } from './fake-provider/answer.ts'
export { type Behaviour, type BehaviourName, behave, behaviourNames } from './fake-provider/behaviours.ts'
export { type FakeProvider, startFakeProvider } from './fake-provider/fake-provider.ts'
export type { FakeRequest } from './fake-provider/request.ts'
export { notingStorage } from './noting-storage.ts'
export { embeddedDirectory, embeddedForTests } from './store-contract/embedded.ts'
export {
  binaries as serverBinaries,
  hasPostgres,
  postgresForTests,
  run as runPostgres,
  serverUser,
  startServer as startPostgresServer,
  type TestServer,
} from './store-contract/postgres.ts'
export { lettersMeter, saying } from './test-engine.ts'
export { turnsBetween } from './turns-between.ts'
export { zipOf } from './zip-file.ts'
