import type { TrustRequest } from './folder-trust.ts'
import { type TrustAnswer, writeAnswer } from './trust-store.ts'
import { permissionText } from './trust-text.ts'

/** Stores a person's answer together with exactly what they were shown. */
export function saveAnswer(request: TrustRequest, answer: TrustAnswer['answer']): void {
  const { home, folder, digest, permissions } = request
  const shown = permissions.map(permissionText)
  writeAnswer(home, { folder, digest, answer, at: new Date().toISOString(), shown })
}
