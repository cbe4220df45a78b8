// Connecting a provider.

// AccessForm
export const address = 'Address'
export const nameHint = 'Any name you like. The names of its models will start with it.'
export const key = 'Key'
export const optionalKey = 'Key, if it needs one'
export const getAKey = 'Get a key at'
export const useADifferentAddress = 'Use a different address'
export const keyHint = 'Kept in a file that only you can read. It is never shown again, logged or exported.'
export const addressHint = 'Its base URL, which usually ends in /v1.'

// ConnectSection
export const connectHint = 'A key or an address is all it takes. New conversations use it at once.'
export const providerButton = (name: string | number): string => `Use ${name}`
export const provider = 'Provider'

// Connected
export const connected = 'Connected'
export const answers = (model: string): string => `${model} answered. You can choose it in any conversation.`
export const isRunning = (server: string): string => `${server} is running`
export const onThisMachine = (models: string): string => `On this machine, with ${models}.`
export const startAConversation = 'Start a conversation'
export const allModels = 'All models'
export const connectAnother = 'Connect another'

// ModelChoice
export const findAModel = 'Find a model'
export const findOneOfModels = (length: string | number): string => `Find one of ${length} models`
export const namesOfModels = 'Names of models'
export const modelNamesExample = 'llama3.2, qwen3'
export const connectModels = (length: string | number): string => `Connect ${length} models`
export const connectAnyway = 'Connect anyway'
export const askingForAWord = (model: string | number): string => `Asking ${model} for one word…`

// connect-choices
export const anthropic = 'Anthropic'
export const openai = 'OpenAI'
export const google = 'Google'
export const openrouter = 'OpenRouter'
export const ollama = 'Ollama'
export const lmStudio = 'LM Studio'
export const anotherServer = 'Another server'
export const otherOpenaiCompatible = 'Other, OpenAI-compatible'
