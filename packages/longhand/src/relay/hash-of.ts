import { hash } from 'node:crypto'

/** SHA-512: a processor without instructions for hashing, as many servers have, takes twice as long for SHA-256. */
export const hashOf = (text: string | Uint8Array): string => hash('sha512', text, 'base64url')
