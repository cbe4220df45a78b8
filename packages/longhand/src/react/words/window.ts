// The window bar and what fills it.
import { texts } from '../../client/text/texts.ts'

// Breakdown
export const usedTokens = (used: string | number): string => `${used} tokens`
export const usedOfWindow = (used: string | number, window: string | number): string => `${used} / ${window} tokens`
export const whatFillsTheWindow = 'What fills the window'
export const reservedForTheAnswer = texts.reservedForTheAnswer
export const available = 'Available'
export const protectedLargestFirst = texts.protectedLargestFirst
export const condenseNow = 'Condense now'
export const preview = 'Preview'
export const systemPrompt = 'System prompt'
export const tools = 'Tools'
export const attachments = 'Attachments'

// WindowBar
export const contextWindow = 'Context window'
export const contextWindowIs = 'Context window:'
export const condenses = 'condenses at'
export const windowAGuess = (source: string | number): string => `${source}, window is a guess`
export const showWhatFills = '. Show what fills it.'
