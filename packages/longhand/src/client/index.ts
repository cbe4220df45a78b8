// The public names of the client: what a screen needs to talk to a Longhand server.
export { type Api, type ApiOptions, createApi } from './api/api.ts'
export type {
  ConversationRow,
  ConversationState,
  DisplayEntry,
  EntriesResponse,
  ErrorResponse,
  LiveNotice,
  SendRequest,
  ViewResponse,
} from './api/contract.ts'
export { subscribeToLiveFeed } from './api/live-feed.ts'
