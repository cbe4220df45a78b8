import type { Prices } from 'longhand/internal/core'
import type { Connections } from '../connections/connections.ts'
import type { ModelList } from '../models/model-list.ts'
import type { ChargedPrices } from './note-spending.ts'

/** H8.11 what counts for a model whose price nobody knows: as much as the dearest that people chat with. */
const unknownPrices: Prices = { input: 15, output: 75, cacheRead: 15, cacheWrite: 18.75 }

/** More than any embedding costs, in dollars for a million tokens. */
const embeddingPrice = 0.2

/** The prices of a model, or the usual most; a server of one's own charges what the configuration says, or nothing. */
export const chargedPrices =
  (models: Pick<ModelList, 'prices'>, connections: Pick<Connections, 'upstreams'>): ChargedPrices =>
  model => {
    const [provider] = model.split('/')
    const isOwn =
      provider === 'offline' || connections.upstreams().some(({ name, hosted }) => name === provider && !hosted)
    return models.prices(model) ?? (isOwn ? null : unknownPrices)
  }

/** What a request for embeddings costs at most, by its bytes. */
export const embeddingCost = (bytes: number): number => ((bytes / bytesPerToken) * embeddingPrice) / 1_000_000

const bytesPerToken = 3
