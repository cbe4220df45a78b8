import { append, type Branch, user, view } from 'longhand'
import { longhand } from 'longhand/ai-sdk'
import { longhand as anthropic } from 'longhand/anthropic'
import { createApi } from 'longhand/client'
import { openEmbedded } from 'longhand/embedded'
import { longhandMiddleware } from 'longhand/langchain'
import { longhandProcessor } from 'longhand/mastra'
import { openMemory } from 'longhand/memory'
import { createQuotingModel } from 'longhand/offline'
import { longhand as openai } from 'longhand/openai'
import { longhandSession } from 'longhand/openai-agents'
import { openPostgres } from 'longhand/postgres'
import type { WindowBar } from 'longhand/react'
import type { LonghandState } from 'longhand/react/parts'
import { startFakeProvider } from 'longhand/testing'
import { countTokens } from 'longhand/tokens'
import { readTranscript } from 'longhand/wire'

// A program of somebody else: it opens every door, and uses what is behind some as their types allow and no further.
const branch: Branch = append([], { type: 'message', message: user('Hello'), count: countTokens('Hello') }, 'm1')
const { messages } = readTranscript('[{"role":"user","content":"Hello"}]')
await openMemory().close()

// @ts-expect-error A branch is not a text.
branch satisfies string

// The parts for React bring styles along, which a bundler reads and Node does not: only their types are looked at.
export type Bar = typeof WindowBar
export type State = LonghandState

const opened = [
  longhand,
  anthropic,
  openai,
  longhandMiddleware,
  longhandSession,
  longhandProcessor,
  startFakeProvider,
  createApi,
  createQuotingModel,
  openEmbedded,
  openPostgres,
].map(door => typeof door)
console.log(`${view(branch).length} + ${messages.length} messages, ${opened.join(' ')}`)
