export { createExtractiveModel } from './extractive-model.ts'
export type { OfflineModel } from './prompt-messages.ts'
export { createQuotingModel, type QuotingModelOptions } from './quoting-model.ts'
