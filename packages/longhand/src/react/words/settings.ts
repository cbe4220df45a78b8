// Settings, section by section.

// AboutSection
export const about = 'About'
export const whatLonghandIs =
  'Longhand lets a conversation with an AI model go on forever. You always see every word. The model gets a view that fits its window: a summary of the old part, protected messages word for word, and the recent part as it is. Nothing is deleted or rewritten. Every summary is checked before it is used, and can be undone.'
export const openApi = 'The API, as an OpenAPI document'

// AppearanceSection
export const appearance = 'Appearance'
export const appearanceHint = 'Paper and ink, by day or by night.'
export const theme = 'Theme'
export const themeHint = 'Match your system, or choose one.'

// CheckpointsSection
export const checkpointsHint =
  'Named places to return to. Save one with the flag or /save-progress; these are saved automatically.'
export const checkpoint = (name: string | number): string => `Checkpoint: ${name}`
export const alwaysSavedHint = 'One is always saved before condensing and before restoring.'
export const codeWritten = 'Code written'
export const codeWrittenHint = 'After an answer that wrote a file or a block of code.'
export const decisionMade = 'Decision made'
export const decisionMadeHint = 'After something was settled: “Let’s go with Postgres.”'
export const errorResolved = 'Error resolved'
export const errorResolvedHint = 'After something failed and then worked.'

// ClientsSection
export const otherPrograms = 'Other programs'
export const otherProgramsHint =
  'Point any program that uses Anthropic or OpenAI at this base URL, and its conversations never run out of room. They appear here, word for word.'
export const inWord = 'in'
export const copyTheLine = (program: string | number): string => `Copy the line for ${program}`
export const clientKeyHint =
  'For its key, use the token of this server, and requests use the server’s own keys; or use your own key, which is passed on and never stored.'
export const saysWhereTheToken = 'shows where the token is, and'
export const setsAllOfThisForOneProgram = 'sets all of this up for one program.'

// ClientWindows
export const learntWindows = 'Windows that programs assume'
export const learntWindowsHint =
  'A program that condenses by itself shows how large it thinks the window is. Longhand condenses before that.'
export const programWith = (client: string | number, model: string | number): string => `${client} with ${model}`

// CondensingSection
export const condensing = 'Condensing'
export const condensingHint = 'The model reads a shorter text; you keep every word.'
export const automatic = 'Automatic'
export const automaticHint =
  'When off, nothing is condensed until you ask. A message that does not fit is refused, and you are told why.'
export const automaticCondensing = 'Automatic condensing'
export const whenAndHowFar = 'When and how much'
export const thresholdHint = 'As a share of the window. Summaries are prepared early, so you never wait.'
export const alsoCondense = 'Also condense at'
export const alsoCondenseHint = 'Whichever comes first. Leave empty to turn off.'
export const messagesUnit = 'messages'
export const method = 'Method'
export const methodHint =
  'Summary: one text replaces the old part. Digest: each run of answers and tool calls is shortened on its own.'
export const yourInstructions = 'Your instructions'
export const instructionsHint = 'Followed in every summary.'
export const reviewSummariesFirst = 'Review summaries first'
export const reviewHint = 'A summary is used only after you accept it.'
export const theProvidersOwn = 'provider default'
export const modelForSummaries = 'Model for summaries'
export const atMost = (maxTokens: string | number): string => `At most ${maxTokens}. /compact --fast uses the fast one.`
export const fastModel = 'Fast model'
export const fast = (model: string): string => `fast: ${model}`

// DeletedConversations
export const deletedConversations = 'Deleted conversations'
export const noneInTheLast30Days = 'None in the last 30 days.'
export const deletedRow = (messages: string | number, deletedAt: string | number, days: string | number): string =>
  `${messages}, deleted ${deletedAt}. ${days} left.`
export const bringBack = 'Restore'
export const eraseForGood = 'Erase for good'
export const eraseQuestion = (title: string | number): string => `Erase “${title}” for good?`
export const eraseHint = (messages: string): string =>
  `${messages} and everything kept with them are erased now. This cannot be undone.`

// EditMemoryDialog
export const memoryOf = (title: string | number): string => `Memory of “${title}”`
export const editMemoryHint =
  'Other conversations can find this. It stays until the conversation is condensed again. Its own summary does not change.'
export const memory = 'Memory'

// KeepRow
export const keepWordForWord = 'Keep word for word'
export const keepHint = 'The newest part, extended to whole exchanges.'
export const amount = 'Amount'
export const countedIn = 'Counted in'
export const turnsUnit = 'turns'

// KeepSection
export const keepAndProtect = 'Keep and protect'
export const keepAndProtectHint =
  'The first message is always protected. Protect any other with its lock; its whole exchange is kept with it.'
export const shortConversations = 'Short conversations'
export const minimumMessagesHint = 'With fewer messages than this, nothing is condensed unless it has to be.'
export const minimumMessages = 'Minimum messages'
export const minimumSaving = 'Minimum saving'
export const minimumSavingHint = 'Condensing that would save less than this is skipped.'

// MemoriesSection
export const memories = 'Memories'
export const memoriesHint =
  'What each conversation leaves behind for others: its newest summary, or what you write in its place.'
export const searchMemories = 'Search memories'
export const noMemories = 'None yet. A conversation leaves one when it is condensed.'
export const noneWith = (q: string | number): string => `Nothing found for “${q}”.`
export const memoryNamed = (title: string | number): string => `Memory of ${title}`
export const deleteMemoryHint = 'The conversation stays. When it is condensed again, it leaves a new one.'
export const edit = 'Edit'

// ModelCalibration
export const learntFromUse = 'Learnt from use'
export const learntHint =
  'Each provider counts tokens its own way, and some hold less than they promise. A window that you set above always wins.'
export const holdsTokens = (window: string | number): string => ` Holds ${window} tokens.`
export const tokensForEachOneCounted = (value: string | number, held: string | number): string =>
  `${value} tokens for each one counted here.${held}`
export const forget = 'Forget'

// ModelsSection
export const modelsAndKeys = 'Models and keys'
export const modelsHint = 'You can try everything without a key. A real model needs one.'
export const theOfflineModelIsInUse = 'The offline model is in use'
export const offlineModelExplained =
  'It answers only by quoting what it was sent, so you can see what survived condensing. It knows nothing else. Choose a real model below, or connect one.'
export const window = 'Window'
export const longestAnswer = 'Longest answer'
export const pricePerMillionInOut = 'Price per million, in / out'
export const titles = 'Titles'
export const titlesHint =
  'After its first answer, the model gives the conversation a title. It costs a few tokens. When off, your first words become the title.'
export const titlesWrittenByTheModel = 'Titles written by the model'
export const onThisMachine = 'on this machine'
export const perMillionInOut = 'Per million, in / out'
export const forSummaries = 'for summaries'
export const inUse = 'in use'

// PresetRow
export const preset = 'Preset'
export const yourOwnFigures = 'Your own values.'
export const own = 'Custom'
export const classic = 'Classic'
export const balanced = 'Balanced'
export const recall = 'Recall'
export const economy = 'Economy'
export const classicHint = 'At 80% of the window; the last 6 messages stay.'
export const balancedHint = 'Based on cost: early where reading again is expensive, or when the cache is cold.'
export const recallHint = 'Based on cost, but later, with more kept word for word.'
export const economyHint = 'Based on cost, and early: the cheapest to continue.'

// ProviderKeys
export const keys = 'Keys'
export const keysHint =
  'They come from the environment or from files that only you can read, and are never shown on this page.'
export const disconnect = 'Disconnect'
export const set = 'set'
export const localServerHint = (variable: string | number): string =>
  `Ollama, LM Studio, vLLM or a gateway. You can also set ${variable} before you start Longhand.`
export const notConnected = (variable: string | number): string =>
  `Not connected. You can also set ${variable} before you start Longhand.`
export const at = (host: string | number): string => `At ${host}. `
export const connectedHere = (where: string | number): string =>
  `${where}Connected here. Its key is in a file that only you can read.`
export const keyFromFile = (where: string | number): string => `${where}From a file that only you can read.`
export const noKey = (where: string | number): string => `${where}No key.`
export const keyFromEnvironment = (where: string | number, which: string | number): string =>
  `${where}From ${which} in the environment.`

// RetentionRow
export const minimumRetentionHint = 'A summary that keeps less than this is repaired or rejected.'
export const minimumRetention = 'Minimum retention'

// SettingOrigins
export const sources = (length: string | number): string => `${length} sources`
export const oneSettingComes = (where: string): string => `One setting comes from ${where}.`
export const settingsCome = (count: string, where: string): string => `${count} settings come from ${where}.`
export const theMemory = (title: string): string => `the memory of ${title}`
export const whatWasLearntAbout = (model: string): string => `what was learnt about ${model}`
export const last = (share: string): string => `last ${share}`
export const showWhereEachOneIsSet = 'Show where each one is set'

// SettingsScreen
export const storageTitle = 'Data and export'
export const closeSettings = 'Close settings'
export const signOut = 'Sign out'
export const noConfigurationFile = 'No configuration file'

// StorageSection
export const reading = 'Reading…'
export const storageHint = 'Everything is yours: bring it in, take it out, lose nothing.'
export const exportLabel = 'Export'
export const exportHint = 'Everything in one file, with nothing left out. To export one conversation, use its ⋯ menu.'
export const exportEverything = 'Export everything'
export const importLabel = 'Import'
export const importHint =
  'An export from Longhand, ChatGPT or Claude.ai (the zip, or its conversations.json), or a transcript from OpenAI, Anthropic, Claude Code or Codex.'
export const fileToImport = 'File to import'

// ThresholdRuler
export const getDownTo = 'shrink to'
export const prepare = 'prepare'
export const condense = 'condense'

// WindowCell
export const windowOfInTokens = (name: string | number): string => `Window of ${name}, in tokens; leave empty to reset`
export const yours = 'yours'
export const setWindowOf = (name: string | number): string => `Set window of ${name}`
export const setWindow = 'Set window'

// import-file
export const importedOne = 'Imported.'
export const importedBefore = (known: string | number): string => ` ${known} imported before.`
export const imported = (imported: string | number, before: string | number): string => `Imported ${imported}.${before}`
