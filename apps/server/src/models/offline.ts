import { createExtractiveModel, createQuotingModel } from 'longhand/offline'
import type { ModelSource } from './model-source.ts'

/** Milliseconds between two words: fast, but one can see it being written. */
const wordDelayMs = 8

/** O1 what works without a key and without a network. */
export const offlineSource: ModelSource = {
  name: 'offline',
  tools: 'none',
  models: ['quoting', 'quoting-8k'],
  summary: 'extractive',
  fast: 'extractive',
  open: model => (model === 'extractive' ? createExtractiveModel() : createQuotingModel({ wordDelayMs })),
}

/** O2 a window so small that one can watch it fill. */
export const smallOffline = { name: 'offline/quoting-8k', window: 8_192, output: 1_024 } as const
