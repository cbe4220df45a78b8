import { createHash } from 'node:crypto'
import type { Environment } from '@longhand/server/environment'
import { LonghandError } from 'longhand'
import { pluralize } from 'longhand/internal/client'
import { type Format, readTranscript, toLonghand } from 'longhand/wire'
import { progressOn } from '../../progress.ts'
import type { ExitCode, FolderFlags } from '../../run-command.ts'
import { sentenceOf } from '../../sentence-of.ts'
import { connectToServer, type ServerConnection } from '../../server/connection.ts'
import { findTranscripts } from '../../transcripts/find-transcripts.ts'
import { readInput } from '../../transcripts/read-input.ts'
import { openImportLog } from './import-log.ts'

/** The flags of the command. */
export type ImportFlags = FolderFlags & { readonly format?: Format; readonly project?: string; readonly json?: true }

/** The outcome of one file. */
export type ImportOutcome = { readonly file: string } & (
  | {
      readonly type: 'in'
      readonly format: Format | 'export'
      readonly conversation: string | null
      readonly messages: number
      readonly skipped: number
    }
  | { readonly type: 'known'; readonly conversation: string }
  | { readonly type: 'failed'; readonly sentence: string }
)

/** Imports every transcript of some files and folders, one after the other. */
export async function importPaths(
  paths: readonly string[],
  environment: Environment,
  flags: ImportFlags,
): Promise<ExitCode> {
  const files = await findTranscripts(paths)
  const link = connectToServer(environment, sentence => console.error(sentence))
  const bar = progressOn(process.stderr, files.length, 'Importing')
  const imports = openImportLog(environment.folder)
  const outcomes: ImportOutcome[] = []
  try {
    for (const file of files) {
      bar.step(file)
      const outcome = await importFile(file, link, flags, imports).catch(error => importFailure(file, error))
      outcomes.push(outcome)
      if (flags.json) console.log(JSON.stringify(outcome))
    }
  } finally {
    bar.end()
    await link.close().catch(() => {})
  }
  printSummary(outcomes, flags)
  if (outcomes.some(({ type }) => type === 'failed')) return 1
  return outcomes.some(({ type }) => type === 'in') ? 0 : 3
}

type Imports = ReturnType<typeof openImportLog>

async function importFile(
  file: string,
  link: ServerConnection,
  flags: ImportFlags,
  imports: Imports,
): Promise<ImportOutcome> {
  const text = await readInput(file, process.stdin)
  const hash = createHash('sha256').update(text).digest('hex')
  const known = imports.conversationOf(hash)
  if (known !== null && (await exists(link, known))) return { type: 'known', file, conversation: known }
  const outcome = isExport(text)
    ? await importExport(file, text, link)
    : await importTranscript(file, text, link, flags)
  if (outcome.conversation !== null) imports.record(hash, outcome.conversation)
  return outcome
}

type ImportedFile = Extract<ImportOutcome, { type: 'in' }>

const exists = (link: ServerConnection, id: string): Promise<boolean> =>
  link.api.conversation(id).then(
    () => true,
    () => false,
  )

/** What Longhand itself exports begins by saying so. */
const isExport = (text: string): boolean => /^\s*\{[^\n]*"type":"longhand"/.test(text.slice(0, 200))

async function importExport(file: string, text: string, link: ServerConnection): Promise<ImportedFile> {
  const answer = await post(link, 'application/x-ndjson', text)
  return { type: 'in', file, format: 'export', conversation: null, messages: Number(answer.entries ?? 0), skipped: 0 }
}

/** Parsed here, so that every format works with every server and errors name the line. */
async function importTranscript(
  file: string,
  text: string,
  link: ServerConnection,
  { format, project }: ImportFlags,
): Promise<ImportedFile> {
  const transcript = readTranscript(text, format ?? null)
  if (transcript.messages.length === 0) throw new LonghandError('bad-transcript', 'The transcript has no messages.')
  const { conversation } = await post(link, 'application/json', JSON.stringify(toLonghand(transcript.messages)))
  const id = String(conversation)
  if (project !== undefined) await link.api.update(id, { project })
  return {
    type: 'in',
    file,
    format: transcript.format,
    conversation: id,
    messages: transcript.messages.length,
    skipped: transcript.skipped.length,
  }
}

async function post(link: ServerConnection, type: string, body: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await link.fetch('/api/import', { method: 'POST', headers: { 'content-type': type }, body })
  const answer = await response.json()
  if (response.ok) return answer
  throw new LonghandError('bad-transcript', String(answer.sentence ?? 'The server refused it.'))
}

const importFailure = (file: string, error: unknown): ImportOutcome => ({
  type: 'failed',
  file,
  sentence: sentenceOf(error),
})

function printSummary(outcomes: readonly ImportOutcome[], { json }: ImportFlags): void {
  for (const outcome of outcomes)
    if (outcome.type === 'failed') console.error(`longhand: ${outcome.file}: ${outcome.sentence}`)
  const came = outcomes.filter(outcome => outcome.type === 'in')
  const allFailed = outcomes.length > 0 && outcomes.every(({ type }) => type === 'failed')
  if (json || allFailed) return
  const messages = came.reduce((sum, outcome) => sum + outcome.messages, 0)
  const known = outcomes.filter(({ type }) => type === 'known').length
  const before = known === 0 ? '' : ` ${pluralize(known, 'file')} had come in before.`
  console.log(
    came.length === 0
      ? `Nothing new to import.${before}`
      : `✓ Imported ${pluralize(came.length, 'file')}: ${pluralize(messages, 'message')}.${before}`,
  )
}
