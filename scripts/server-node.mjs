/**
 * How a server's Node is started: with a young heap of a third of what V8 would let it have, and with two of the arenas
 * in which glibc keeps what threads have given back, not eight for each core.
 */
export const serverFlags = ['--max-semi-space-size=16']
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
