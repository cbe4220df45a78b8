import { createHash } from 'node:crypto'
import { LonghandError } from 'longhand'
import { pluralize } from 'longhand/internal/client'
import type { ArchiveFormat } from 'longhand/internal/wire'
import { type Format, readTranscript, toLonghand } from 'longhand/wire'
import { progressOn } from '../../progress.ts'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { sentenceOf } from '../../sentence-of.ts'
import { type ServerConnection, withServer } from '../../server/connection.ts'
import { cleanLine } from '../../text/clean.ts'
import { printError, printJson, printLine } from '../../text/print.ts'
import { findTranscripts } from '../../transcripts/find-transcripts.ts'
import { withArchive } from '../../transcripts/open-archive.ts'
import { readInput } from '../../transcripts/read-input.ts'
import * as wording from '../../words/import.ts'
import { importArchive } from './import-archive.ts'
import { type ImportLog, openImportLog } from './import-log.ts'

type ImportFlags = ServerFlags & { readonly format?: Format; readonly project?: string; readonly json?: true }

/** The outcome of one file. */
type ImportOutcome = { readonly file: string } & (
  | {
      readonly type: 'in'
      readonly format: Format | ArchiveFormat | 'export'
      readonly conversation: string | null
      /** How many came in, of an archive that holds many. */
      readonly conversations?: number
      readonly messages: number
      readonly skipped: number
    }
  /** One conversation that was imported before; null for an export that holds nothing new. */
  | { readonly type: 'known'; readonly conversation: string | null }
  | { readonly type: 'failed'; readonly sentence: string }
)

/** Imports every transcript of some files and folders, one after the other. */
export async function importPaths(paths: readonly string[], flags: ImportFlags): Promise<ExitCode> {
  const environment = await environmentOf(flags)
  const files = await findTranscripts(paths)
  const bar = progressOn(process.stderr, files.length, wording.importing)
  const imports = openImportLog(environment.folder)
  const outcomes: ImportOutcome[] = []
  await withServer(environment, async server => {
    for (const file of files) {
      bar.step(file)
      const outcome = await importFile(file, { server, flags, imports }).catch(
        (error): ImportOutcome => ({ type: 'failed', file, sentence: sentenceOf(error) }),
      )
      outcomes.push(outcome)
      if (flags.json) printJson(outcome)
    }
  }).finally(bar.end)
  printSummary(outcomes, flags)
  if (outcomes.some(({ type }) => type === 'failed')) return 1
  return outcomes.some(({ type }) => type === 'in') ? 0 : 3
}

type ImportContext = {
  readonly server: ServerConnection
  readonly flags: ImportFlags
  readonly imports: ImportLog
}

async function importFile(file: string, { server, flags, imports }: ImportContext): Promise<ImportOutcome> {
  const archive = await withArchive(file, opened =>
    importArchive(opened, part => post(server, 'application/json', part)),
  )
  if (archive !== null) {
    const { format, conversations, messages, known } = archive
    if (conversations === 0 && known > 0) return { type: 'known', file, conversation: null }
    return { type: 'in', file, format, conversation: null, conversations, messages, skipped: known }
  }
  const text = await readInput(file, process.stdin)
  const hash = createHash('sha256').update(text).digest('hex')
  const known = imports.conversationOf(hash)
  if (known !== null && (await exists(server, known))) return { type: 'known', file, conversation: known }
  const imported = isExport(text) ? await importExport(text, server) : await importTranscript(text, server, flags)
  if (imported === null) return { type: 'known', file, conversation: null }
  if (imported.conversation !== null) imports.record(hash, imported.conversation)
  return { type: 'in', file, ...imported }
}

type Imported = Omit<Extract<ImportOutcome, { type: 'in' }>, 'type' | 'file'>

const exists = ({ api }: ServerConnection, id: string): Promise<boolean> =>
  api.conversation(id).then(
    () => true,
    () => false,
  )

/** What Longhand itself exports begins by saying so. */
const isExport = (text: string): boolean => /^\s*\{[^\n]*"type":"longhand"/.test(text.slice(0, 200))

/** Null when all that the export holds is here. */
async function importExport(text: string, server: ServerConnection): Promise<Imported | null> {
  const { conversations, entries = 0, skipped } = await post(server, 'application/x-ndjson', text)
  if (conversations === 0 && Array.isArray(skipped) && skipped.length > 0) return null
  return { format: 'export', conversation: null, messages: Number(entries), skipped: 0 }
}

/** Parsed here, so that every format works with every server and errors name the line. */
async function importTranscript(
  text: string,
  server: ServerConnection,
  { format: wanted, project }: ImportFlags,
): Promise<Imported> {
  const { format, messages, details, title, skipped } = readTranscript(text, wanted ?? null)
  if (messages.length === 0) throw new LonghandError('bad-transcript', wording.noMessages)
  const answer = await post(server, 'application/json', JSON.stringify(toLonghand(messages, { details, title })))
  const conversation = String(answer.conversation)
  if (project !== undefined) await server.api.update(conversation, { project })
  return { format, conversation, messages: messages.length, skipped: skipped.length }
}

async function post({ fetch }: ServerConnection, type: string, body: string): Promise<Record<string, unknown>> {
  const response = await fetch('/api/import', { method: 'POST', headers: { 'content-type': type }, body })
  const answer = await response.json()
  if (response.ok) return answer
  throw new LonghandError('bad-transcript', String(answer.sentence ?? wording.refused))
}

function printSummary(outcomes: readonly ImportOutcome[], { json }: ImportFlags): void {
  for (const outcome of outcomes)
    if (outcome.type === 'failed') printError(`longhand: ${cleanLine(outcome.file)}: ${outcome.sentence}`)
  const came = outcomes.filter(outcome => outcome.type === 'in')
  const allFailed = outcomes.length > 0 && outcomes.every(({ type }) => type === 'failed')
  if (json || allFailed) return
  const messages = came.reduce((sum, outcome) => sum + outcome.messages, 0)
  const known = outcomes.filter(({ type }) => type === 'known').length
  const before = known === 0 ? '' : wording.importedBefore(pluralize(known, 'file'))
  printLine(
    came.length === 0
      ? wording.nothingNew(before)
      : wording.imported(pluralize(came.length, 'file'), pluralize(messages, 'message'), before),
  )
}
