// `longhand calibration`.

// Help
export const summary = 'show or forget what was learnt about models and programs'
export const description =
  'Lists each model with what its provider has reported: how many tokens it counts for each one counted here, and its window, where that turned out to be smaller than promised. Below them, each program that condenses by itself, with the window that it was seen to assume.'
export const forgetOption = 'forget what was learnt about a model'
export const clientOption = 'with --forget: only the window that this program assumes'
export const jsonOption = 'print the list as JSON'
export const after = `
Exit codes: 0 done, 1 error, 3 nothing was learnt.

Examples:
  longhand calibration
  longhand calibration --forget ollama/llama3
  longhand calibration --forget anthropic/claude-sonnet-4-5 --client my-agent/1.0`

// Output
export const row = (model: string, ratio: string, window: string): string =>
  `${model}: ${ratio} tokens for each one counted here${window}`
export const holds = (window: string): string => `, holds ${window} tokens`
export const clientRow = (client: string, model: string, text: string): string => `${client} with ${model}: ${text}`
export const nothingLearnt = 'Nothing has been learnt about any model or program yet.'
export const forgotten = (model: string): string => `✓ Forgot what was learnt about ${model}.`
export const forgottenWindow = (client: string, model: string): string =>
  `✓ Forgot the window that ${client} assumes with ${model}.`
export const clientNeedsModel = 'Name the model too: --forget MODEL --client PROGRAM.'
