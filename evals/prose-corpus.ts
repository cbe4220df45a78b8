import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { defaultCorpus, type Recording, recordings } from './corpus.ts'
import type { Question } from './metric/prose-score.ts'

/** A conversation between people, or of one person with an assistant, and what was asked about it. */
export type ProseConversation = {
  readonly recording: Recording
  readonly questions: readonly Question[]
  readonly half: Half
}

/** Every second chat of each set. Of our own chats, rates are chosen on half 1, and half 2 is held out. */
export type Half = 1 | 2

export const defaultProse: string = join(defaultCorpus, 'prose')

/** The conversations of a directory that have questions, or a sample of them, spread over all. */
export async function* proseConversations(directory: string, sample: number | null): AsyncGenerator<ProseConversation> {
  const asked = Map.groupBy(await questionsIn(directory), ({ conversation }) => conversation)
  const step = sample === null ? 1 : Math.max(1, asked.size / sample)
  const seen = new Map<string, number>()
  let at = 0
  for await (const recording of recordings(directory)) {
    const questions = asked.get(recording.id)
    if (questions === undefined) continue
    const { source } = questions[0]!
    const before = seen.get(source) ?? 0
    seen.set(source, before + 1)
    const half = before % 2 === 0 ? 1 : 2
    if (Math.floor(at / step) !== Math.floor((at - 1) / step)) yield { recording, questions, half }
    at++
  }
}

async function questionsIn(directory: string): Promise<readonly Question[]> {
  const path = join(directory, 'questions.jsonl.gz')
  const bytes = await readFile(path).catch(() => {
    throw new Error(`There are no questions in ${path}. Name a folder with --corpus.`)
  })
  const lines = (await promisify(gunzip)(bytes)).toString('utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Question)
}
