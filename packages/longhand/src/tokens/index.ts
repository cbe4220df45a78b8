export { countTokens, countTokensAsync } from './count.ts'
export { countMessage } from './count-message.ts'
export { type GrowingCount, growingCount } from './growing-count.ts'
export { type ModelFacts, type ModelOverrides, modelFacts, windowOf } from './models.ts'
