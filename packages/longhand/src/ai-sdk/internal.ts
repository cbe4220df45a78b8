// What our own programs use of this room and nobody else: a door of the workspace, which is not published.
export { createPrompts, type Prompts, usualPrompts } from '../prompts/prompts.ts'
export { createSpeak } from './speak.ts'
export { contextTools } from './tools.ts'
