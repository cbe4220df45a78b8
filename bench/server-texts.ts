import { createExportWriter } from '../apps/server/src/transfer/export-writer.ts'

/** A language of 20,000 words, the first of which are said most often, as in any. */
const vocabulary = 20_000
const wordsEach = 40

const syllables = ['ba', 'ko', 'li', 'mu', 'ne', 'pi', 'ra', 'so', 'tu', 've']

/** The word of a rank: 0 is in nearly every message, the last ones are in a few of 100,000. */
export const wordAt = (rank: number): string => [...String(rank)].map(digit => syllables[Number(digit)]!).join('')

/** Something that was said, always the same for the same place. */
export function textAt(place: number): string {
  let state = place * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: wordsEach }, () => wordAt(Math.floor(vocabulary ** next()) - 1)).join(' ')
}

const roleAt = (place: number) => (place % 2 === 1 ? 'user' : 'assistant')

/** What another program has written down. */
export const transcriptOf = (messages: number): string =>
  JSON.stringify(
    Array.from({ length: messages }, (_, at) => ({ role: roleAt(at + 1), content: `${at + 1} ${textAt(at + 1)}` })),
  )

/** An export of a conversation in which all but the newest messages are folded. */
export async function exportOf(id: string, messages: number, shown: number): Promise<string> {
  const write = createExportWriter()
  const depth = messages + 1
  const at = Date.now()
  const lines = [
    await write.head(JSON.stringify({ type: 'longhand', format: 1 })),
    await write.line(
      JSON.stringify({
        ...{ type: 'conversation', id, kind: 'chat', project: null, title: `Of ${messages}`, model: null },
        ...{ settings: {}, status: null, head: { line: 1, depth }, epoch: 0, version: 1, checkpoints: 0 },
        ...{ createdAt: at, updatedAt: at, lines: [{ line: 1, parent: null, forked: 0, tip: depth, at }] },
      }),
    ),
  ]
  const add = async (entry: object) =>
    lines.push(await write.line(JSON.stringify({ type: 'entry', line: 1, at, about: null, entry })))
  const folded = messages - shown
  for (let number = 1; number <= messages; number++) {
    if (number === folded + 1) await add(foldingUpTo(folded))
    const message = { role: roleAt(number), parts: [{ type: 'text', text: textAt(number) }] }
    const place = number > folded ? number + 1 : number
    await add({ type: 'message', id: `m${number}`, depth: place, number, message, count: 1 })
  }
  lines.push(await write.conversationEnd(id), write.end(1))
  return `${lines.join('\n')}\n`
}

const foldingUpTo = (to: number) => ({
  ...{ type: 'compaction', id: 'c1', depth: to + 1, version: 1, base: null, edits: null },
  folds: [
    { type: 'summary', span: { from: 2, to }, kept: [], text: 'What was said before.', tag: 'summary', count: 1 },
  ],
})
