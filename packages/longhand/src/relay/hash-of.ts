import { hash } from 'node:crypto'

/** SHA-256: nearly every processor has instructions for it by now, far fewer have them for SHA-512. Stored ids are made of it. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url')
