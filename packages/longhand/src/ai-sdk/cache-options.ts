/**
 * Asks the provider to cache the request as the prefix of the next one. Most do so by default; Anthropic needs this
 * option, and sets the cache breakpoint itself.
 */
export const cacheOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const
