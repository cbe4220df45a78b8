// The program as a whole, and the options that its commands share.

export const description = 'Conversations with an AI model that go on forever.'
export const versionOption = 'print the version'
export const helpOption = 'show help for a command'
export const tryHelp = 'Try --help.'
export const after = `
Without a command, in a terminal: chat.
Exit codes: 0 done, 1 error, 3 nothing to do.`

// Options
export const folderOption = 'where the data is (default: LONGHAND_DATA, else ~/.longhand)'
export const configOption =
  'the configuration; naming it means you trust it (default: LONGHAND_CONFIG, else longhand.config.yaml in this folder)'
export const setOption = 'override a value of the configuration, such as compact.threshold=0.7; can be repeated'
export const printJson = 'print JSON'
export const wholeNumber = (range: string): string => `It must be a whole number ${range}.`
export const atLeast = (min: number): string => `of at least ${min}`
export const between = (min: number, max: number): string => `from ${min} to ${max}`
