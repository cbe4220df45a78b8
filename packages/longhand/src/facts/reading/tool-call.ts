import type { Json } from '../../core/json.ts'
import type { ToolCallPart } from '../../core/message.ts'
import { remember } from '../../core/remember.ts'
import { type ToolKind, toolKind } from '../../core/tool-kind.ts'
import { isReadOnlyScript } from './commands.ts'
import { jsonText } from './json-text.ts'
import { scriptFiles } from './script-files.ts'

/** A tool call in two parts: what fits on one line, and its long arguments. */
export type CallText = { readonly line: string; readonly long: readonly Argument[] }

export type Argument = { readonly key: string; readonly text: string }

export function callText({ name, input }: ToolCallPart): CallText {
  const found = fieldsOf(input)
    .filter(({ value }) => typeof value !== 'boolean' && (typeof value !== 'number' || toolKind(name) === 'other'))
    .map(({ key, value }) => ({ key, text: argumentText(value) }))
  // What a call replaces is out of date once it is done; it is not part of what was asked.
  const isShort = ({ key, text }: Argument) =>
    text.length < maxInlineLength && !text.includes('\n') && !isReplacedKey(key)
  const short = found.filter(isShort).map(({ text }) => text)
  return { line: [name, ...short].join(' ').trim(), long: found.filter(argument => !isShort(argument)) }
}

const maxInlineLength = 160

/** A list of short items, such as a to-do list, goes on one line. */
function argumentText(value: Json): string {
  const items = Array.isArray(value) ? value.slice(0, maxItems).map(item => jsonText(item)) : []
  return items.length > 0 && items.every(item => item.length < maxInlineLength) ? items.join('; ') : jsonText(value)
}

const maxItems = 2_000

/** A call line cut to a few words, with files by their base name: enough to recognise the call. */
export function callLabel(line: string): string {
  const short = line.slice(0, 400).replace(/(?<![^\s'"])[^\s'"]*\/(?=[^\s'"/])/g, '')
  if (short.length <= maxLabelLength) return short
  const cut = short.lastIndexOf(' ', maxLabelLength)
  return `${short.slice(0, cut > 0 ? cut : maxLabelLength)} …`
}

const maxLabelLength = 40

/** Whether an argument has the text that a call replaces. */
export const isReplacedKey = (key: string): boolean => /^(?:old|search|find)_?(?:str|string|text|content)?$/i.test(key)

/** The named fields of a call's input; an input that is not an object is one field. */
export function fieldsOf(input: Json): readonly { readonly key: string; readonly value: Json }[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [{ key: 'input', value: input }]
  return Object.entries(input).map(([key, value]) => ({ key, value }))
}

/** What a call does: one that runs `cat` reads, unless it writes what it reads. */
export function callKind(call: ToolCallPart): ToolKind {
  const work = toolKind(call.name)
  return work === 'run' && scriptsIn(call).some(onlyReads) ? 'read' : work
}

const onlyReads = remember(script => isReadOnlyScript(script) && scriptFiles(script).length === 0)

/** The shell scripts that a call runs: a text, the words of a command, or commands inside a program that calls tools. */
export const scriptsIn = ({ input }: ToolCallPart): readonly string[] =>
  fieldsOf(input).flatMap(({ key, value }) => {
    if (!isScriptKey(key)) return []
    const script = Array.isArray(value) ? scriptIn(value) : value
    if (typeof script !== 'string') return []
    return callsTools.test(script) ? [...script.matchAll(commandArgument)].map(([, text]) => unquoted(text!)) : [script]
  })

/** `bash -lc script`, or a command word by word. */
const scriptIn = (words: readonly Json[]): string =>
  words.some(word => typeof word === 'string' && /^-[a-z]{0,3}c$/.test(word))
    ? jsonText(words.at(-1)!)
    : words.map(word => jsonText(word)).join(' ')

/** A program that a model writes to call tools, and the commands in it. */
const callsTools = /\btools\.\w{1,40}\(/
const commandArgument = /\b(?:cmd|command)["']?: {0,3}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g

const unquoted = (literal: string): string =>
  literal.slice(1, -1).replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign))

/** Whether an argument has the script to run. */
export const isScriptKey = (key: string): boolean => /^(?:command|cmd|script|input)$/i.test(key)
