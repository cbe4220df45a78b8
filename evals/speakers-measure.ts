import { summarySections } from '../packages/longhand/src/client/text/summary-items.ts'
import { titleFromText } from '../packages/longhand/src/client/text/title.ts'
import type { Branch } from '../packages/longhand/src/core/branch.ts'
import { shields } from '../packages/longhand/src/core/layout.ts'
import { type Message, textOf } from '../packages/longhand/src/core/message.ts'
import { facts } from '../packages/longhand/src/facts/facts.ts'
import { countedTranscript } from '../packages/longhand/src/wire/counted-transcript.ts'
import { readTranscript } from '../packages/longhand/src/wire/read-transcript.ts'
import { compactAtThreshold } from './at-threshold.ts'
import { type RecordedMessage, type Recording, recordedMessages } from './corpus.ts'
import { type Author, authorOf, personWords } from './metric/person-words.ts'

/** A line that the product takes for the person's, and who wrote it. */
export type AttributedLine = { readonly line: string; readonly author: Author }

/** What the product says that the person said, in one recording. */
export type SpeakerRow = {
  readonly recording: string
  /** Facts of kind constraint. */
  readonly found: readonly AttributedLine[]
  /** Lines of the section of constraints, and of the goal, in the text of a compaction at the threshold. */
  readonly constraints: readonly AttributedLine[]
  readonly goal: readonly AttributedLine[]
  readonly title: AttributedLine
  /** Whether the first message with the person's words is protected; null when they never spoke. */
  readonly isTaskProtected: boolean | null
}

/** Reads a recording as an imported log, with what it says about its messages, or as bare messages. */
export async function speakerRow(recording: Recording, source: 'log' | 'messages'): Promise<SpeakerRow> {
  const log = source === 'log' ? recording : { ...recording, messages: recording.messages.map(withoutMeta) }
  const messages = source === 'log' ? readTranscript(JSON.stringify(log)).messages : recordedMessages(recording)
  const at = (number: number): RecordedMessage => recording.messages[number - 1]!
  const attribute = (line: string, number: number): AttributedLine => ({ line, author: authorOf(line, at(number)) })
  const numbered = messages.map((message, index) => ({ number: index + 1, message }))
  const constraints = facts(numbered).filter(({ kind }) => kind === 'constraint')
  const { view } = await compactAtThreshold(messages)
  const shown = shownLines(view, new Set(messages))
  const first = recording.messages.findIndex(message => personWords(message) !== '')
  const { firstUserText } = countedTranscript(JSON.stringify(log), () => 1)
  // A command's name was typed as well, but stands in a tag.
  const title = (titleFromText(firstUserText) ?? '').replace(/^\/\S+ /, '')
  return {
    recording: recording.id,
    found: constraints.map(({ text, number }) => attribute(text, number)),
    constraints: shown('constraints').map(({ line, number }) => attribute(line, number)),
    goal: shown('goal').map(({ line, number }) => attribute(line, number)),
    title: attribute(title.replace(/…$/, ''), Math.max(0, first) + 1),
    isTaskProtected: first < 0 ? null : shields(branchOf(messages)).get(first + 1) === 'opening',
  }
}

const withoutMeta = ({ meta: _, ...message }: RecordedMessage): RecordedMessage => message

type ShownLine = { readonly line: string; readonly number: number }

/** The lines that a section of the summary attributes to a message. */
function shownLines(view: readonly Message[], originals: ReadonlySet<Message>) {
  const text = view
    .filter(message => !originals.has(message))
    .map(textOf)
    .join('\n')
  const sections = summarySections(text)
  return (name: 'constraints' | 'goal'): readonly ShownLine[] =>
    (sections.find(section => section.name === name)?.items ?? []).flatMap(({ text, numbers }) =>
      numbers.length === 0
        ? []
        : text.split('\n').map(line => ({ line: line.replace(/ …$/, ''), number: numbers[0]! })),
    )
}

const branchOf = (messages: readonly Message[]): Branch =>
  messages.map((message, at) => ({
    type: 'message' as const,
    id: `m${at}`,
    depth: at + 1,
    number: at + 1,
    message,
    count: 1,
  }))
