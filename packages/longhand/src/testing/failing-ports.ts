import type { Models } from '../engine/ports/models.ts'
import type { Storage, Store } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { failpoint } from './failpoint.ts'

/**
 * A storage with a failpoint before and after every call: `turns.start:before`, `turns.start:after`,
 * `maintenance.claimTurn:before`. Without armed points it does what the storage does.
 */
export const failingStorage = (storage: Storage): Storage => ({
  ...storage,
  as: owner => failingStore(storage.as(owner)),
  maintenance: failingMethods('maintenance', storage.maintenance),
})

/** The same for models: `chatModel.generate:before`, `summariser.summarise:after`. */
export const failingModels = (models: Models): Models => ({
  ...models,
  find(name) {
    const chatModel = models.find(name)
    const warm = chatModel.warmSummariser
    return {
      ...chatModel,
      generate: (request, signal) => aroundAll('chatModel.generate', () => chatModel.generate(request, signal)),
      ...(warm && { warmSummariser: failingSummariser(warm) }),
    }
  },
  summariser(model, pace) {
    const summariser = models.summariser(model, pace)
    return summariser && failingSummariser(summariser)
  },
})

const failingSummariser = (summariser: Summariser): Summariser => ({
  ...summariser,
  summarise: (request, signal) => around('summariser.summarise', () => summariser.summarise(request, signal)),
})

function failingStore(store: Store): Store {
  const ports = Object.entries(store).map(([name, port]) => [
    name,
    typeof port === 'function' ? port : failingMethods(name, port),
  ])
  return Object.fromEntries(ports)
}

function failingMethods<Port extends object>(name: string, port: Port): Port {
  const methods = Object.entries(port).map(([method, call]) => {
    const wrap = `${name}.${method}` === 'entries.walk' ? aroundAll : around
    return [method, (...args: unknown[]) => wrap(`${name}.${method}`, () => call(...args))]
  })
  return Object.fromEntries(methods)
}

async function around<Value>(name: string, call: () => Promise<Value>): Promise<Value> {
  await failpoint(`${name}:before`)
  const value = await call()
  await failpoint(`${name}:after`)
  return value
}

async function* aroundAll<Item>(name: string, call: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  await failpoint(`${name}:before`)
  try {
    yield* call()
  } finally {
    // Whoever has heard enough leaves early.
    await failpoint(`${name}:after`)
  }
}
