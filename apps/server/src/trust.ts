// What the terminal needs to tell and change whom a person trusts.
export { askTrust, canAsk } from './trust/ask-trust.ts'
export { homeFolder } from './trust/home-folder.ts'
export { saveAnswer as giveAnswer } from './trust/save-answer.ts'
export { trustOf } from './trust/trust-folder.ts'
export { forgetAnswer, listAnswers, type TrustAnswer } from './trust/trust-store.ts'
export { permissionLines, withheldLine } from './trust/trust-text.ts'
export { visible } from './trust/visible.ts'
