export {
  armFailpoints,
  disarmFailpoints,
  type FailAction,
  type Failpoint,
  parseFailpoints,
  reached,
  release,
} from '../engine/failpoint.ts'
export { lettersMeter, saying, scripted } from './engine-room.ts'
export {
  type Answer,
  answer,
  type Ending,
  type Failure,
  type FailureKind,
  failure,
  type Reply,
  type Said,
} from './fake-provider/answer.ts'
export {
  type Behaviour,
  type BehaviourName,
  behave,
  behaviourNames,
  behaviourOf,
  secret,
} from './fake-provider/behaviours.ts'
export type { Delivery } from './fake-provider/delivery.ts'
export {
  type FakeCall,
  type FakeOptions,
  type FakeProvider,
  type Spent,
  startFakeProvider,
} from './fake-provider/fake-provider.ts'
export type { FakeRequest } from './fake-provider/request.ts'
export type { WireName } from './fake-provider/wire.ts'
export { roomIn, type TestDatabase } from './store-contract/database.ts'
export { embeddedDirectory, embeddedForTests } from './store-contract/embedded.ts'
export { hasPostgres, postgresForTests } from './store-contract/postgres.ts'
export { storeRoom } from './store-contract/room.ts'
export { type StoreRoom, type StoreRule, storeContract } from './store-contract/store-contract.ts'
export { turnsBetween } from './turns-between.ts'
