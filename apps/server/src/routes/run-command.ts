import { Hono } from 'hono'
import { LonghandError, warningSentence } from 'longhand'
import {
  type CommandResponse,
  formatNumber,
  nowUsing,
  pluralize,
  protectedLabel,
  retainedLabel,
  type StatusLine,
  statusLines,
  unfoldedLabel,
  windowLabel,
} from 'longhand/internal/client'
import { commands as allCommands, type Command, largestProtected, parseCommand } from 'longhand/internal/core'
import {
  moveHead,
  protectMessage,
  readSnapshot,
  redoCompaction,
  restore,
  trimMessage,
  undoCompaction,
} from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { clientNameOf } from '../display/client-name.ts'
import { conversationRow } from '../display/conversation-row.ts'
import type { ConversationEnv } from '../request-env.ts'
import { commandSchema } from '../schemas/app.ts'
import { checkpointRow, checkRestored, saveManualCheckpoint } from './checkpoints.ts'
import { compactAnswer } from './compact-answer.ts'
import { endpoint, validJson } from './endpoint.ts'

/** M the slash commands, for any client that can send a line of text. */
export const commands = (context: AppContext) =>
  new Hono<ConversationEnv>().post(
    '/commands',
    endpoint('Run a slash command', commandSchema, { cost: 'compaction' }),
    validJson(z.strictObject({ text: z.string().max(10_000) })),
    async c => c.json(await runCommand(c.req.valid('json').text, { ...c.var, context, gone: c.req.raw.signal })),
  )

/** What a command runs with. */
type CommandContext = Pick<ConversationEnv['Variables'], 'scope' | 'conversation'> & {
  readonly context: AppContext
  /** Fires when the client has disconnected. */
  readonly gone: AbortSignal
}

/** Parses a line as a command and runs it. */
async function runCommand(line: string, here: CommandContext): Promise<CommandResponse> {
  const command = parseCommand(line)
  if (command === null) throw new LonghandError('bad-command', 'A command begins with a slash. /help lists them.')
  if (command.type === 'mistake') throw new LonghandError('bad-command', command.sentence)
  const work = table[command.type] as (command: Command, here: CommandContext) => Promise<CommandOutcome>
  return { type: command.type, ...(await work(command, here)) }
}

type CommandOutcome = Omit<CommandResponse, 'type'>

/** What each command does. Those that only a screen can carry out return what the screen needs. */
const table: {
  readonly [T in Command['type']]: (command: Command & { type: T }, here: CommandContext) => Promise<CommandOutcome>
} = {
  compact: async ({ flags, instructions }, { scope, gone }) => {
    const has = (flag: (typeof flags)[number]) => flags.includes(flag)
    const request = {
      force: has('force'),
      fast: has('fast'),
      preview: has('preview'),
      ...(instructions === null ? {} : { instructions }),
    }
    const value = await compactAnswer(scope, request, gone)
    return { value, sentence: compactSentence(value) }
  },
  'save-progress': async ({ label }, { scope, context }) => {
    const saved = await saveManualCheckpoint(scope, { label: label ?? 'Saved progress' })
    return { sentence: `Checkpoint saved: ${saved.label} · ${saved.id}`, value: checkpointRow(saved, context.models) }
  },
  checkpoints: async (_, { scope, context }) => {
    const all = await scope.store.checkpoints.list(scope.conversation)
    const value = all.map(one => checkpointRow(one, context.models))
    return { sentence: all.length === 0 ? 'No checkpoints yet.' : pluralize(all.length, 'checkpoint'), value }
  },
  restore: async ({ id }, { scope }) => {
    const all = await scope.store.checkpoints.list(scope.conversation)
    checkRestored(await restore(scope, id, 'ask'))
    const label = all.find(one => one.id === id)?.label ?? id
    return { sentence: `Back at "${label}". What came after stays as a branch.` }
  },
  undo: async (_, { scope }) => {
    const { change } = await undoCompaction(scope)
    const { head } = await scope.store.conversations.get(scope.conversation)
    return { sentence: sentenceOf(statusLines.undone({ ...head, change })) }
  },
  redo: async (_, { scope }) => {
    return { sentence: sentenceOf(statusLines.redone(await redoCompaction(scope))) }
  },
  protect: async ({ number }, { scope }) => {
    await protectMessage(scope, number, 'protect')
    return { sentence: `¶ ${number} is protected, word for word in every view.` }
  },
  unprotect: async ({ number }, { scope }) => {
    await protectMessage(scope, number, 'release')
    return { sentence: `¶ ${number} is released.` }
  },
  trim: async ({ number }, { scope, conversation }) => {
    const client = clientNameOf(conversation)
    // What it sends next has every word again.
    if (client !== null)
      throw new LonghandError('not-allowed', `${client} writes this conversation. Continue it in a copy to trim it.`)
    const { before, after } = await trimMessage(scope, number)
    return {
      sentence: `¶ ${number} is trimmed. The model reads ${formatNumber(after)} of its ${formatNumber(before)} tokens; every word stays here.`,
    }
  },
  context: async (_, { scope }) => {
    const { status, layout } = await readSnapshot(scope)
    const shields = largestProtected(layout)
    const costs = shields.length === 0 ? '' : ` · protected: ${protectedLabel(shields, 5)}`
    return { sentence: `${windowLabel(status)} · ${status.source}${costs}`, value: status }
  },
  summary: async (_, { scope }) => {
    const { view } = await readSnapshot(scope)
    const value = view.filter(({ kind }) => kind === 'summary' || kind === 'digest')
    return { sentence: value.length === 0 ? unfoldedLabel(view) : 'The summary.', value }
  },
  model: async ({ name }, { scope, context }) => {
    context.models.check(name)
    await scope.store.conversations.update(scope.conversation, { model: name })
    return { sentence: nowUsing(name), value: name }
  },
  resume: async (_, { scope, context }) => {
    const { conversations } = await scope.store.conversations.list({ limit: 20 })
    const value = conversations.map(one => conversationRow(one, context.models))
    return { sentence: pluralize(value.length, 'conversation'), value }
  },
  fork: async (_, { scope, conversation }) => {
    const { line, depth } = conversation.head
    await moveHead(scope, { line, depth }, 'fork')
    return { sentence: 'Continuing in a new branch.' }
  },
  export: async ({ format }, { scope, conversation }) => {
    const value = `/api/conversations/${scope.conversation}/export?format=${format}`
    return { sentence: `Exported ${pluralize(conversation.totals.messages, 'message')}.`, value }
  },
  new: async (_, { scope }) => {
    const value = crypto.randomUUID()
    await scope.store.conversations.create({ id: value })
    return { sentence: 'A new conversation.', value }
  },
  help: async () => ({
    sentence: allCommands.map(({ usage, description }) => `${usage} – ${description}`).join('\n'),
    value: allCommands,
  }),
}

const sentenceOf = ({ title, detail }: StatusLine): string => `${title}. ${detail}`

function compactSentence(answer: Awaited<ReturnType<typeof compactAnswer>>): string {
  switch (answer.type) {
    case 'rested':
      return answer.sentence
    case 'started':
      return 'Condensing context…'
    case 'preview':
      return `Would fold ${pluralize(answer.folding.length, 'message')} and keep ${formatNumber(answer.keeping.length)}: ${formatNumber(answer.before)} → ${formatNumber(answer.after)} tokens.`
    case 'completed': {
      const { folded, before, after } = answer.receipt
      return `Condensed ${pluralize(folded, 'message')}: ${formatNumber(before)} → ${formatNumber(after)} tokens. ${retainedLabel(answer.receipt)}. Nothing was deleted. ${warningSentence(answer.receipt)}`.trimEnd()
    }
  }
}
