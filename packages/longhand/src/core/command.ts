import { nearest } from './nearest.ts'

/** What a person asked for with a slash. Web, terminal and API read it with the same words. */
export type Command =
  | { readonly type: 'compact'; readonly flags: readonly CompactFlag[]; readonly instructions: string | null }
  | { readonly type: 'save-progress'; readonly label: string | null }
  | { readonly type: 'restore'; readonly id: string }
  | { readonly type: 'protect' | 'unprotect' | 'trim'; readonly number: number }
  | { readonly type: 'model'; readonly name: string }
  | { readonly type: 'export'; readonly format: 'md' | 'json' }
  | { readonly type: (typeof withoutArguments)[number] }

export type CompactFlag = 'force' | 'fast' | 'preview'

/** A command that cannot be carried out, with one line that says what would be right. */
export type InvalidCommand = { readonly type: 'mistake'; readonly sentence: string }

const withoutArguments = ['checkpoints', 'undo', 'redo', 'context', 'summary', 'resume', 'fork', 'new', 'help'] as const

/** The commands as a menu shows them. */
export const commands: readonly CommandHelp[] = [
  {
    name: 'compact',
    usage: '/compact [--force] [--fast] [--preview] [instructions]',
    group: 'context',
    description: 'Condense the older part now',
  },
  { name: 'context', usage: '/context', group: 'context', description: 'Show what fills the window' },
  { name: 'summary', usage: '/summary', group: 'context', description: 'Show the summary the model reads' },
  { name: 'undo', usage: '/undo', group: 'context', description: 'Undo the last condensing' },
  { name: 'redo', usage: '/redo', group: 'context', description: 'Redo what was undone' },
  { name: 'protect', usage: '/protect N', group: 'context', description: 'Keep message N word for word' },
  { name: 'unprotect', usage: '/unprotect N', group: 'context', description: 'Release message N' },
  { name: 'trim', usage: '/trim N', group: 'context', description: 'Show the model less of message N' },
  {
    name: 'save-progress',
    usage: '/save-progress [label]',
    group: 'checkpoints',
    description: 'Save a checkpoint here',
  },
  { name: 'checkpoints', usage: '/checkpoints', group: 'checkpoints', description: 'Show the checkpoints' },
  { name: 'restore', usage: '/restore ID', group: 'checkpoints', description: 'Go back to a checkpoint' },
  { name: 'model', usage: '/model NAME', group: 'conversation', description: 'Switch to another model' },
  { name: 'resume', usage: '/resume', group: 'conversation', description: 'Open an earlier conversation' },
  { name: 'fork', usage: '/fork', group: 'conversation', description: 'Continue here in a new branch' },
  {
    name: 'export',
    usage: '/export md|json',
    group: 'conversation',
    description: 'Save the whole conversation to a file',
  },
  { name: 'new', usage: '/new', group: 'conversation', description: 'Start a new conversation' },
  { name: 'help', usage: '/help', group: 'conversation', description: 'List the commands' },
]

export type CommandHelp = {
  readonly name: string
  readonly usage: string
  readonly group: 'context' | 'checkpoints' | 'conversation'
  readonly description: string
}

/** Reads a line as a command; null when it is ordinary text (also `/usr/bin`: a path is no command). */
export function parseCommand(line: string): Command | InvalidCommand | null {
  const match = /^\/([A-Za-z][\w-]*)(?:\s+([\s\S]*))?$/.exec(line.trim())
  if (match === null) return line.trim() === '/' ? invalid('Type a command after the slash. /help lists them.') : null
  const name = match[1]!.toLowerCase()
  const rest = (match[2] ?? '').trim()
  if (name === 'compact') return parseCompact(rest)
  if (name === 'save-progress') return { type: name, label: unquote(rest) || null }
  if (name === 'restore')
    return rest === '' ? missingArgument(name, 'the id of a checkpoint', 'cp_7k2') : { type: name, id: rest }
  if (name === 'model')
    return rest === '' ? missingArgument(name, 'the name of a model', 'claude-sonnet-4-5') : { type: name, name: rest }
  if (name === 'protect' || name === 'unprotect' || name === 'trim') {
    return /^¶?\s*[1-9]\d{0,8}$/.test(rest)
      ? { type: name, number: Number(rest.replace(/\D/g, '')) }
      : missingArgument(name, 'a message number', '21')
  }
  if (name === 'export')
    return rest === 'md' || rest === 'json' ? { type: name, format: rest } : missingArgument(name, 'md or json', 'md')
  if (takesNoArguments(name))
    return rest === '' ? { type: name } : invalid(`/${name} takes no arguments; leave out "${truncate(rest)}".`)
  return unknown(name)
}

function parseCompact(rest: string): Command | InvalidCommand {
  const flags: CompactFlag[] = []
  const words = rest === '' ? [] : rest.split(/\s+/)
  const found = words.findIndex(word => !word.startsWith('--'))
  const start = found < 0 ? words.length : found
  for (const word of words.slice(0, start)) {
    const flag = word.slice(2)
    if (!isFlag(flag)) return invalid(`/compact has no flag --${truncate(flag)}.${didYouMean('--', flag, flagNames)}`)
    if (!flags.includes(flag)) flags.push(flag)
  }
  return { type: 'compact', flags, instructions: unquote(words.slice(start).join(' ')) || null }
}

function unknown(name: string): InvalidCommand {
  const known = commands.map(command => command.name)
  return invalid(`No command /${truncate(name)}.${didYouMean('/', name, known)}`)
}

function didYouMean(mark: string, word: string, words: readonly string[]): string {
  const near = nearest(word, words)
  return near === null ? ' /help lists the commands.' : ` Did you mean ${mark}${near}?`
}

const flagNames = ['force', 'fast', 'preview'] as const
const isFlag = (word: string): word is CompactFlag => (flagNames as readonly string[]).includes(word)
const takesNoArguments = (word: string): word is (typeof withoutArguments)[number] =>
  (withoutArguments as readonly string[]).includes(word)
const missingArgument = (name: string, what: string, example: string): InvalidCommand =>
  invalid(`/${name} needs ${what}, for example /${name} ${example}.`)
const invalid = (sentence: string): InvalidCommand => ({ type: 'mistake', sentence })
const unquote = (text: string): string => text.replace(/^(["'“])([\s\S]*)(["'”])$/, '$2').trim()
const truncate = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
