// `longhand trust`.

// Help
export const summary = 'choose which folders to trust'
export const description =
  'A longhand.config.yaml in the working directory may start programs, send your keys to other addresses and read files only when you trust its folder. This shows everything that the file of a folder asks for, and asks you. Your answer holds until the file asks for something else.'
export const folderArgument = 'the folder of the configuration'
export const yesOption = 'trust it without asking, for scripts; prints what is trusted'
export const listOption = 'list the folders that you were asked about, and your answers'
export const revokeOption = 'forget your answer about the folder'
export const after = `
A file that you name with --config or LONGHAND_CONFIG is trusted, and so is ~/.longhand/longhand.config.yaml.

Exit codes: 0 done, 1 error or not trusted, 3 nothing to do.

Examples:
  longhand trust
  longhand trust ~/code/shop --revoke
  longhand trust --list`

// Output
export const isTrustedAlready = (folder: string): string => `${folder} is already trusted.`
export const needsNoTrust = (folder: string): string =>
  `longhand.config.yaml in ${folder} contains nothing that needs trust.`
export const youTrust = 'You trust this folder to'
export const noTerminal = 'There is no terminal to ask on. Read the file, then add --yes.'
export const noAnswer = 'There was no answer. Read the file, then add --yes if you trust it.'
export const isTrusted = (folder: string): string => `✓ ${folder} is trusted.`
export const isNotTrusted = (folder: string): string => `${folder} is not trusted.`
export const noFolders = 'You have not trusted any folders.'
export const noLongerTrusted = (folder: string): string => `✓ ${folder} is no longer trusted.`
export const wasNotTrusted = (folder: string): string => `${folder} was not trusted.`
