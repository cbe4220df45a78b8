import { parseArgs } from 'node:util'
import { defaultCorpus, recordings } from './corpus.ts'
import type { Author } from './metric/person-words.ts'
import { markdown } from './quality-table.ts'
import { type AttributedLine, type SpeakerRow, speakerRow } from './speakers-measure.ts'

/** Of what the product says that the person said, how much did a person write? */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { corpus: { type: 'string', default: defaultCorpus }, json: { type: 'boolean', default: false } },
  })
  const log: SpeakerRow[] = []
  const messages: SpeakerRow[] = []
  for await (const recording of recordings(values.corpus)) {
    // Its parts are recordings of their own.
    if (recording.stitchedFrom !== undefined) continue
    log.push(await speakerRow(recording, 'log'))
    messages.push(await speakerRow(recording, 'messages'))
  }
  console.log(values.json ? JSON.stringify({ log, messages }, null, 2) : speakersTable({ log, messages }))
}

type Rows = { readonly log: readonly SpeakerRow[]; readonly messages: readonly SpeakerRow[] }

/** All rows in a few figures, as Markdown. */
export function speakersTable({ log, messages }: Rows): string {
  const lines: readonly (readonly [string, (row: SpeakerRow) => readonly AttributedLine[]])[] = [
    ['constraints found', row => row.found],
    ['constraints shown', row => row.constraints],
    ['goal shown', row => row.goal],
    ['titles', row => [row.title]],
  ]
  const counted = lines.map(([name, of]) => [name, tally(log.flatMap(of)), tally(messages.flatMap(of))])
  const tasks = ['tasks protected', protectedTasks(log), protectedTasks(messages)]
  return markdown([['written by a person', 'imported logs', 'messages alone'], ...counted, tasks])
}

function tally(lines: readonly AttributedLine[]): string {
  const by = (wanted: Author): number => lines.filter(({ author }) => author === wanted).length
  const plans = by('plan') === 0 ? '' : `, ${by('plan')} in plans that they accepted`
  return `${by('person')} of ${lines.length}${plans}`
}

function protectedTasks(rows: readonly SpeakerRow[]): string {
  const known = rows.filter(({ isTaskProtected }) => isTaskProtected !== null)
  return `${known.filter(({ isTaskProtected }) => isTaskProtected).length} of ${known.length}`
}
