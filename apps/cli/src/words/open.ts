// `longhand open`.

export const summary = 'print an address that signs a browser in'
export const description =
  'Prints a new address for the server that has this data open. It works in any browser until that server stops.'
export const after = `
Exit codes: 0 done, 1 error, 3 no server is running.

Examples:
  longhand open
  xdg-open "$(longhand open)"`
export const noServer = 'longhand: No server is running. Start one with longhand serve.'
