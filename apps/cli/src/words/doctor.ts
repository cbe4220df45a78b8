// `longhand doctor`: what each check finds, and how to fix it.

// Help
export const summary = 'check the installation'
export const description =
  'Checks Node, the data folder, the configuration and whether it is trusted, the database, keys, models and settings, and says how to fix what is wrong.'
export const jsonOption = 'print the findings as JSON'
export const after = `
Exit codes: 0 all is well, 1 something is wrong.

Example:
  longhand doctor --json | jq .checks`

// Names of the checks
export const node = 'Node'
export const folderCheck = 'Data'
export const token = 'Token'
export const config = 'Config'
export const trust = 'Trust'
export const keys = 'Keys'
export const terminal = 'Terminal'
export const server = 'Server'
export const database = 'Database'
export const models = 'Models'
export const settings = 'Settings'
export const clients = 'Clients'

// Node
export const isTooOld = (version: string): string => `${version} is too old.`
export const installNode = 'Install Node 24 from https://nodejs.org.'
export const testedOn = 'Longhand is tested on Node 24.'

// Data
export const cannotBeUsed = (folder: string, code: string | undefined): string => `${folder} cannot be used (${code}).`
export const chooseFolder = 'Set LONGHAND_DATA to a folder that you can write to, or fix its permissions.'
export const gigabytesFree = (folder: string, gigabytes: string): string => `${folder}, ${gigabytes} GB free`
export const makeRoom = 'Free some space on this disk, or set LONGHAND_DATA to a folder on another.'
export const readableByOthers = (path: string): string => `${path} can be read by others on this machine.`
export const makePrivate = (path: string): string => `Run: chmod 600 ${path}`

// Config and trust
export const noConfigFile = 'no longhand.config.yaml here; defaults, the environment and flags apply'
export const trustedByName = 'all of it applies: you named the file'
export const trustedFolder = (day: string): string => `all of it applies: you trusted its folder on ${day}`
export const toAllowThis = 'To allow this,'
export const isNotUsed = (name: string): string => `${name} is not used by Longhand.`
export const removeIt = 'Remove it.'
export const didYouMean = (near: string): string => `Did you mean ${near}?`

// Keys
export const configured = (provider: string): string => `${provider} (configuration)`
export const noKeys = 'None in the environment or the configuration. Without one, the offline model answers.'
export const connectOrSet = (variables: string): string => `Connect a model on the page, or set one of ${variables}.`
export const connectedOnThePage = (names: string, path: string): string => `${names}, connected on the page, in ${path}`
export const spacesOrQuotes = (name: string): string => `${name} contains spaces or quotes.`
export const setWithoutThem = 'Set it without them.'

// Terminal
export const noTerminal = 'none here; longhand chat would read lines and print plain text'
export const look = (columns: number, rows: number, colours: string, characters: string): string =>
  `${columns} × ${rows}, ${colours}, ${characters}`
export const noColours = 'no colours'
export const coloursFor = (background: string): string => `colours for a ${background} background`
export const ascii = 'ASCII only'
export const allCharacters = 'all characters'
export const tooNarrow = 'Below 60 columns the margin is left out; make the window wider.'
export const changeLook = 'To change this, set LONGHAND_THEME=light or dark, NO_COLOR or LONGHAND_ASCII.'

// Server and database
export const noServer = 'none is running; one was started for this check'
export const runningAt = (address: string): string => `running at ${address}`
export const embedded = (folder: string): string => `embedded, in ${folder}`
export const postgresAt = (host: string): string => `Postgres at ${host}`
export const responding = 'responding'
export const noConversations = 'no conversations yet'
export const followTheMessage = 'Follow the message. To back up the data first, copy the folder.'
export const checkDatabaseUrl = 'Check DATABASE_URL, and that the database is running.'

// Models
export const isNotAvailable = (model: string): string => `${model} is not available.`
export const chooseModel = 'Choose one with longhand chat --model, or set its key.'
export const guess = ' (a guess)'
export const windowOf = (tokens: string, guess: string): string => `window ${tokens}${guess}`
export const modelInUse = (model: string, window: string, summaryModel: string, choices: number): string =>
  `${model}, ${window}; summaries by ${summaryModel}; ${choices} to choose from`
export const summaryModelUnreachable = (model: string): string =>
  `${model} cannot be reached; summaries will quote the originals instead.`
export const setKeyOf = (provider: string): string => `Set the key of ${provider}, or choose another model.`
export const learntWindow = (model: string, tokens: string): string =>
  `${model} holds ${tokens} tokens, according to its provider’s reports.`
export const forgetWindow = (model: string): string => `If that is wrong: longhand calibration --forget ${model}`

// Settings
export const automaticOff = 'automatic condensing is off'
export const askFirst = 'summaries are offered, and take effect when you accept them'
export const noShare = 'no share'
export const condenses = (at: string, target: string, kept: string, strategy: string): string =>
  `condenses at ${at} to at most ${target}, keeps the last ${kept}, by ${strategy}`
export const setIn = (name: string, origin: string): string => `${name} from ${origin}`

// Clients
export const assumesWindow = (client: string, model: string, text: string): string =>
  `${client} with ${model} assumes ${text}`
export const forgetClientWindow = (client: string, model: string): string =>
  `If that is wrong: longhand calibration --forget ${model} --client ${client}`
export const lineFor = (program: string, line: string): string => `${program}: ${line}`
export const lineIn = (file: string): string => ` (in ${file})`
export const clientKey = (path: string): string =>
  `key: the token in ${path}, to use the server’s keys, or a key of your own`
