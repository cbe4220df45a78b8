/** What the key of commands is called where this runs. */
export const modKey = /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'
