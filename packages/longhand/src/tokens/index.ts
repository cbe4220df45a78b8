export { countTokens, countTokensAsync } from './count.ts'
export { countMessage } from './count-message.ts'
export { type GrowingCount, growingCount } from './growing.ts'
export { type ModelFacts, modelFacts, type OwnFigures, roomOf } from './models.ts'
