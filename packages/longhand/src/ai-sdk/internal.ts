// What only our own programs use of this room: a door of the workspace, which is not published.
export { createPrompts, partialNames } from '../prompts/create-prompts.ts'
export type { Prompts } from '../prompts/prompts.ts'
export { createGenerate } from './generate.ts'
export { createSummariser } from './summariser.ts'
export { contextTools } from './tools.ts'
