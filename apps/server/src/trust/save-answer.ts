import type { TrustRequest } from './folder-trust.ts'
import { type TrustAnswer, writeAnswer } from './trust-store.ts'
import { permissionText } from './trust-text.ts'

/** Remembers what a person answered to what they were shown, and to nothing else. */
export function saveAnswer(request: TrustRequest, answer: TrustAnswer['answer']): void {
  const { home, folder, digest, permissions } = request
  const shown = permissions.map(permissionText)
  writeAnswer(home, { folder, digest, answer, at: new Date().toISOString(), shown })
}
