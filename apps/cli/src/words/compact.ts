// `longhand compact`.

// Help
export const summary = 'compact a transcript'
export const description =
  'Compacts a transcript and prints the receipt. Reads Longhand, OpenAI and Anthropic messages and the logs of Claude Code and Codex, plain or gzipped. Needs no network and no key.'
export const fileArgument = 'the transcript, or - for standard input'
export const windowOption = 'the model’s window (default: as large as the transcript)'
export const targetOption =
  'how small the view must get (default: half of the window; with --up-to, half of what is folded)'
export const keepOption =
  'how many recent messages stay word for word (default: up to 30, as many as fit in a fifth of the target)'
export const strategyOption = 'how to fold'
export const upToOption = 'fold everything up to this message or line, counting from 0'
export const draftOption = 'a text to use as the summary; it is checked and completed'
export const offlineOption = 'use only the originals’ own words (the default without a draft)'
export const jsonOption = 'print only the view and the receipt, as JSON'
export const after = `
Exit codes: 0 compacted, 1 error, 3 nothing to compact.

Examples:
  longhand compact chat.json
  longhand compact session.jsonl --window 200000 --keep 10
  cat session.jsonl | longhand compact - --json | jq .receipt`

// Options that do not go together
export const draftAndOffline = '--draft and --offline cannot be used together. Leave one of them out.'
export const oneStandardInput =
  'Only one of transcript and draft can come from standard input. Give the other as a file.'
export const targetAboveWindow = (target: number, window: number): string =>
  `--target ${target} is larger than --window ${window}. Choose a smaller target.`
export const noMessageUpTo = (index: number): string =>
  `There are no messages up to ${index}. Give the index of one, counting from 0.`

// Output
export const compacted = (
  folded: string,
  tokens: string,
  facts: string,
  kept: string,
  method: string,
  seconds: string,
): string => `✓ Compacted ${folded} messages — ${tokens}
  ${facts} · ${kept} messages word for word · by ${method} · ${seconds} s
`
export const noCompactionNeeded = (reason: string): string => `No compaction needed: ${reason}
`
export const withinTarget = (used: string, target: string): string =>
  `${used} tokens are within the target of ${target}.`
export const tooFew = (messages: string): string => `${messages} too few.`
export const oneMessageIs = '1 message is'
export const messagesAre = (count: number): string => `${count} messages are`
export const allRecent = 'every message is recent or opens the conversation.'
export const littleToGain = 'it would save hardly anything.'
export const nothingNew = 'nothing has been said since the last one.'
export const switchedOff = 'it is switched off.'

// Warnings
export const oneWas = (unit: string): string => `1 ${unit} was`
export const severalWere = (count: number, unit: string): string => `${count} ${unit}s were`
export const leftOut = (count: string, unit: string, place: string | number, problem: string): string =>
  `longhand: ${count} left out; ${unit} ${place} ${problem}.`
export const unchanged = (sentence: string): string => `${sentence} The transcript is unchanged.`
export const aboveTarget = (used: string, target: string): string => `${used} tokens, above the target of ${target}`
export const factsLost = (retention: string): string => `Only ${retention} of the facts fit. Choose a larger --target.`
export const viewHas = (tokens: string, largest: string): string => `The view has ${tokens}. Largest: ${largest}.`
export const unpairedLeftOut = (calls: string): string =>
  `The view leaves out calls without results and results without calls: ${calls}.`
