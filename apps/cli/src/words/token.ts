// `longhand token`.

// Help
export const summary = 'show where the token is, or replace it'
export const description =
  'The token in the data folder stands for you: programs send it, and every signed-in browser has a cookie made from it. --rotate replaces it: a running server switches to the new one at once, and everyone who used the old one is signed out.'
export const rotateOption = 'replace it'
export const graceOption = 'with --rotate, how long the old one keeps working (default: 0)'
export const after = `
Exit codes: 0 done, 1 error, 3 there is no token yet.

Examples:
  longhand token
  longhand token --rotate
  longhand token --rotate --grace 60     # programs have an hour to switch to the new one`

// Output
export const graceWithoutRotate = '--grace only works with --rotate.'
export const noToken = (folder: string): string =>
  `longhand: There is no token in ${folder} yet. A server creates one when it starts.`
export const rotated = (path: string, former: string): string => `✓ The new token is in ${path}. ${former}`
export const formerEnded =
  'The old one no longer works, and every browser is signed out. To sign one in again, run: longhand open'
export const formerUntil = (time: string): string =>
  `The old one works until ${time}, and browsers stay signed in until then.`
export const auditFailed = 'longhand: The audit file cannot be written.'
