// `longhand calibration`.

// Help
export const summary = 'show or forget what was learnt about models'
export const description =
  'Lists each model with what its provider has reported: how many tokens it counts for each one counted here, and its window, where that turned out to be smaller than promised.'
export const forgetOption = 'forget what was learnt about a model'
export const jsonOption = 'print the list as JSON'
export const after = `
Exit codes: 0 done, 1 error, 3 nothing was learnt.

Examples:
  longhand calibration
  longhand calibration --forget ollama/llama3`

// Output
export const row = (model: string, ratio: string, window: string): string =>
  `${model}: ${ratio} tokens for each one counted here${window}`
export const holds = (window: string): string => `, holds ${window} tokens`
export const nothingLearnt = 'Nothing has been learnt about any model yet.'
export const forgotten = (model: string): string => `✓ Forgot what was learnt about ${model}.`
