// What the terminal needs to show and change which folders a person trusts.
export { askTrust, canAsk, saveAnswer } from './trust/ask-trust.ts'
export { homeFolder } from './trust/home-folder.ts'
export { trustOf } from './trust/trust-folder.ts'
export { forgetAnswer, listAnswers } from './trust/trust-store.ts'
export { permissionLines, withheldLine } from './trust/trust-text.ts'
export { visible } from './trust/visible.ts'
