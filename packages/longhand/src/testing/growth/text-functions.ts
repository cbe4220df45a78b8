import type { TextFunctions } from './text-function.ts'
import { archiveFunctions, archiveMessageFunctions } from './text-functions-archive.ts'
import { coreFunctions, coreMessageFunctions } from './text-functions-core.ts'
import { engineFunctions, engineMessageFunctions } from './text-functions-engine.ts'
import { readingFunctions } from './text-functions-reading.ts'
import { relayFunctions, relayMessageFunctions } from './text-functions-relay.ts'
import { roomFunctions, roomMessageFunctions } from './text-functions-rooms.ts'

/** Every function of the library that reads text, by `file name`: whatever the text, its time grows with the length. */
export const textFunctions: TextFunctions = {
  ...coreFunctions,
  ...readingFunctions,
  ...roomFunctions,
  ...engineFunctions,
  ...relayFunctions,
  ...archiveFunctions,
}

/** Those that read many messages: their time grows with the number. */
export const messageFunctions: TextFunctions = {
  ...coreMessageFunctions,
  ...roomMessageFunctions,
  ...engineMessageFunctions,
  ...relayMessageFunctions,
  ...archiveMessageFunctions,
}
