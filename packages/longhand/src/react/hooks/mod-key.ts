/** The name of the modifier key on this platform. */
export const modKey = /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'
