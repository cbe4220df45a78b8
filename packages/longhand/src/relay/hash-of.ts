import { hash } from 'node:crypto'

/** SHA-256: nearly every processor has instructions for it by now, and few have some for its longer kin. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url')
