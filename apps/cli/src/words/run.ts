// `longhand run`.

export const summary = 'start a client with Longhand as its provider'
export const description =
  'Starts a program that talks to Anthropic or OpenAI, with its base URL set to the server that has the data open, or to one that is started for it. Its conversation never outgrows the window, and every word is kept.'
export const keepKeysOption = 'do not set a key; the program has its own login or key'
export const after = `
The program is given ANTHROPIC_BASE_URL and OPENAI_BASE_URL and, where they are not set, ANTHROPIC_API_KEY and
OPENAI_API_KEY: the token of this machine, which stands for the server’s own keys.

Exit code: that of the program.

Examples:
  longhand run -- claude
  longhand run --keep-keys -- claude -p "What is left to do?"`
export const starting = (program: string, variables: string, url: string): string =>
  `longhand: ${program} with ${variables}; requests go through ${url}.`
export const cannotStart = (program: string): string =>
  `${program} cannot be started. Check its name, and that it is installed.`
