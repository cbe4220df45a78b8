import { readFileSync } from 'node:fs'
import { countMessage } from 'longhand/tokens'
import { readTranscript, toAnthropic, toOpenAIChat } from 'longhand/wire'

// Claude Code, Codex, OpenAI, Anthropic: told apart by what they hold.
const { format, messages } = readTranscript(readFileSync('session.jsonl', 'utf8'))
const tokens = messages.reduce((sum, message) => sum + countMessage(message), 0)
console.log(`${format}: ${messages.length} messages, ${tokens} tokens`)

const forOpenAI = toOpenAIChat(messages)
const forAnthropic = toAnthropic(messages)
console.log(forOpenAI.length, forAnthropic.messages.length)
