// `longhand serve`.

export const summary = 'serve the page and the API'
export const description =
  'Starts the server on this machine and prints an address that signs a browser in for as long as the server runs; longhand open prints another. Ctrl-C stops it without losing anything.'
export const portOption = 'the port (default: PORT, else 3210 or the next free one)'
export const hostOption = 'the host name to listen on (default: HOST, else 127.0.0.1)'
export const jsonOption = 'print the address as JSON, for programs'
export const after = `
Keys of model providers come from the page (Connect a model) or from the environment: ANTHROPIC_API_KEY,
OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, OPENROUTER_API_KEY, or LOCAL_BASE_URL for a server of your own.
Without one, the offline model answers.

Exit codes: 0 stopped, 1 error, 3 a server already has this data open. A server that hangs for 45 s kills itself (137):
run it under a supervisor that restarts it, as npm start does.

Examples:
  longhand serve
  longhand serve --port 8080 --data ./chats
  longhand serve --json | jq -r .address`
export const isAt = (address: string): string => `Longhand is at ${address}`
export const alreadyOpen = (address: string): string => `longhand: A server already has this data open, at ${address}.`
