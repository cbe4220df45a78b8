export { type Answer, answer } from './answer.ts'
export { type Behaviour, type BehaviourName, behave } from './behaviours.ts'
export { type FakeProvider, startFakeProvider } from './fake-provider.ts'
