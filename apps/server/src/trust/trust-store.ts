import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({
  /** The real path of the folder. */
  folder: z.string(),
  /** Of everything that was shown. */
  digest: z.string(),
  answer: z.enum(['trusted', 'refused']),
  /** When, as ISO 8601. */
  at: z.string(),
  /** What was shown, to mark what is new when it changes. */
  shown: z.array(z.string()),
})

/** What a person answered about a folder. */
export type TrustAnswer = Readonly<z.infer<typeof shape>>

/** The answer about a folder; null when there is none. */
export function readAnswer(home: string, folder: string): TrustAnswer | null {
  const answer = readFileOf(fileFor(home, folder))
  return answer?.folder === folder ? answer : null
}

/** All answers. */
export function listAnswers(home: string): readonly TrustAnswer[] {
  const names = readNames(placeIn(home)).filter(name => name.endsWith('.json'))
  const answers = names.flatMap(name => readFileOf(join(placeIn(home), name)) ?? [])
  return answers.toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** Stores an answer. One file per folder, replaced atomically, so that concurrent writes lose nothing. */
export function writeAnswer(home: string, answer: TrustAnswer): void {
  const path = fileFor(home, answer.folder)
  mkdirSync(placeIn(home), { recursive: true, mode: 0o700 })
  const aside = `${path}.${randomUUID()}.new`
  writeFileSync(aside, `${JSON.stringify(answer, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(aside, path)
}

/** Forgets an answer; says whether there was one. */
export function forgetAnswer(home: string, folder: string): boolean {
  const known = readAnswer(home, folder) !== null
  rmSync(fileFor(home, folder), { force: true })
  return known
}

const placeIn = (home: string): string => join(home, 'trusted')

const fileFor = (home: string, folder: string): string =>
  join(placeIn(home), `${createHash('sha256').update(folder).digest('hex')}.json`)

function readNames(place: string): readonly string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

/** A file that cannot be read, or that others could have written, does not count: the person is asked again. */
function readFileOf(path: string): TrustAnswer | null {
  try {
    const found = lstatSync(path)
    const isOurs = process.platform === 'win32' || (found.uid === process.getuid?.() && (found.mode & 0o077) === 0)
    return found.isFile() && isOurs ? shape.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
  } catch {
    return null
  }
}
