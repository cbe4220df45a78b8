import type { Json } from '../../core/json.ts'
import { remember } from '../../core/remember.ts'
import { redact } from '../redact.ts'
import { jsonText } from './json-text.ts'
import { linesOf, outputLines, proseLines, sentencesOf } from './lines.ts'
import { lineOf, type ReadLine } from './read-line.ts'
import { scriptParts } from './shell-script.ts'
import { type Argument, isReplacedKey, isScriptKey } from './tool-call.ts'

/** A line that is worth quoting, what kind of line it is, and what was found on it. */
export type TextLine = { readonly text: string; readonly kind: QuoteKind; readonly line: ReadLine }

/**
 * `said`: words of a person or the assistant. `code`: what they show between code fences. `call`: a tool call on one
 * line. `command`, `written`, `replaced` and `argument`: lines of its long arguments. `output`: what a tool returned, or
 * a program wrote into a person's message.
 */
export type QuoteKind = 'said' | 'code' | 'call' | 'command' | 'written' | 'replaced' | 'argument' | 'output'

/** The lines of what a person typed. */
export const typedLines = remember(text => saidLines(text, sentencesOf))

/** The lines of what an assistant or a system wrote. */
export const writtenLines = remember(text => saidLines(text, proseLines))

/** The text of a message, and the code between its fences. */
function saidLines(text: string, read: (text: string) => readonly string[]): readonly TextLine[] {
  // Splitting by fences alternates text and what follows the backticks: words, info, code, info, words, …
  const sections = redact(text).split(codeFence)
  return sections.flatMap((section, at) => {
    if (at % 4 === 0) return linesAs('said', read(section))
    if (at % 4 !== 2) return []
    if (/diff|patch/.test(sections[at - 1]!) || isPatch(section)) return patchLines(section)
    return linesAs('code', linesOf(section))
  })
}

const codeFence = /^[ \t]*```([^\n]*)$/m

/** Lines of one kind. */
export const linesAs = (kind: QuoteKind, texts: readonly string[]): readonly TextLine[] =>
  texts.map(text => {
    const line = lineOf(text)
    return { text: line.text, kind, line }
  })

const linesOfOutput = (text: string): readonly TextLine[] => linesAs('output', outputLines(redact(text)))

/** The lines of what a program wrote. */
export const printedLines = remember(linesOfOutput)

/** The lines of what a tool returned. */
export const returnedLines = (output: Json): readonly TextLine[] =>
  typeof output === 'string' ? returnedText(output) : linesOfOutput(jsonText(output))

const returnedText = remember(text => linesOfOutput(jsonText(text)))

/** The lines of what a call says on one line. */
export const calledLines = remember(text => linesOf(redact(text)))

/** The lines of a long argument of a call. */
export const argumentLines = ({ key, text }: Argument): readonly TextLine[] => argumentReaders[argumentKind(key)](text)

type ArgumentKind = 'replaced' | 'written' | 'command' | 'argument'

function argumentKind(key: string): ArgumentKind {
  if (isReplacedKey(key)) return 'replaced'
  if (/^(?:new|content|text|file_?text|insert|replace|patch|diff|code)/i.test(key)) return 'written'
  return isScriptKey(key) ? 'command' : 'argument'
}

const argumentReader = (kind: ArgumentKind): ((text: string) => readonly TextLine[]) =>
  remember(argument => {
    const text = redact(argument)
    if (isPatch(text)) return patchLines(text)
    const parts = kind === 'command' ? scriptParts(text) : [{ kind, text }]
    return parts.flatMap(part => linesAs(part.kind === 'input' ? 'written' : part.kind, linesOf(part.text)))
  })

const argumentReaders: Readonly<Record<ArgumentKind, (text: string) => readonly TextLine[]>> = {
  replaced: argumentReader('replaced'),
  written: argumentReader('written'),
  command: argumentReader('command'),
  argument: argumentReader('argument'),
}

const isPatch = (text: string): boolean => /^(?:\*\*\* Begin Patch|@@ |diff --git )/m.test(text)

/** The lines of a patch without their signs: removed lines are `replaced`, all others `written`. */
const patchLines = (text: string): readonly TextLine[] =>
  text
    .split('\n')
    .flatMap(line => linesAs(line.startsWith('-') ? 'replaced' : 'written', linesOf(line.replace(/^[+-]/, ''))))
