/**
 * Asks a provider to remember the request for the next one that begins the same. Most do so unasked; Anthropic wants to
 * be told, and marks the end of what was said by itself.
 */
export const cacheOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const
