import { cover } from './choosing/cover.ts'
import { factValues } from './choosing/fact-values.ts'
import { type Musts, mustsOf } from './choosing/musts.ts'
import { select } from './choosing/select.ts'
import { type Passage, type Survey, survey } from './choosing/survey.ts'
import { unrepeated } from './choosing/unrepeated.ts'
import { ratesFor, type Values, valuesOf } from './choosing/values.ts'
import { learntWeights } from './choosing/weights.ts'
import { type Worth, worthOf } from './choosing/worth.ts'
import type { ExtractJob } from './extract.ts'
import type { Fact } from './fact.ts'
import { factsOf } from './facts.ts'
import { fileList } from './file-list.ts'
import { filesOf } from './reading/files.ts'
import { linesOf } from './reading/lines.ts'
import { messageText } from './reading/message-text.ts'
import { type Retention, retentionOf } from './retention.ts'
import { parseSections, type SectionName } from './sections.ts'

/** Everything that an extract is made of, read and weighed once. */
export type Scene = {
  readonly job: ExtractJob
  readonly musts: Musts
  readonly files: string
  /** Sections that the prose has already. */
  readonly told: ReadonlySet<SectionName>
  /** The facts of the messages that fold, held against the view with a text in it. */
  readonly measure: (text: string) => Retention
  /** The passages worth their tokens, the best first: a little more than fits. */
  readonly passages: readonly Passage[]
  /** How many of them, the first ones, every text has. */
  readonly must: number
  /** The same passages up to a place, and then those that tell the most facts for what they cost. */
  readonly factual: (first: readonly Passage[]) => readonly Passage[]
}

/** What does not depend on the budget: read once, however often the budget grows. */
export type Reading = {
  readonly files: ReturnType<typeof filesOf>
  readonly open: Survey
  readonly facts: readonly Fact[]
  readonly beside: string
  readonly worth: Worth
  readonly measure: (text: string) => Retention
}

export function readJob({ messages, staying, prose, weights = learntWeights }: ExtractJob): Reading {
  const folding = messages.filter(({ number }) => !staying.has(number))
  const seen = survey(messages, staying)
  const open = unrepeated(prose === null ? seen : cover(seen, prose))
  const facts = factsOf(folding, seen)
  const stays = messages.flatMap(({ number, message }) => (staying.has(number) ? [messageText(message)] : []))
  const [beside, worth, measure] = [stays.join('\n'), worthOf(open, weights), retentionOf(facts)]
  return { files: filesOf(folding), open, facts, beside, worth, measure }
}

export function sceneOf(job: ExtractJob, reading: Reading = readJob(job)): Scene {
  const { prose, budget, count } = job
  const { open, facts, beside, worth, measure } = reading
  const files = untold(fileList(reading.files, budget * filesShare, count), prose ?? '')
  const musts = mustsOf(open, budget, count)
  const choose = (values: Values, first: readonly Passage[]): readonly Passage[] =>
    select(open, values, {
      // What headings and gaps take is only estimated here, so a little more is chosen than will fit.
      budget: (budget - count(files)) * 1.1,
      count,
      first,
      beside: [...linesOf(prose ?? ''), ...linesOf(files)],
    })
  const must = [...musts.goal, ...musts.constraints, ...musts.state]
  return {
    job,
    musts,
    files,
    told: new Set(parseSections(prose ?? '').map(({ name }) => name)),
    passages: choose(valuesOf(open, worth, ratesFor(budget / open.length)), must),
    must: new Set(must).size,
    factual: first => choose(factValues(open, facts), first),
    measure: text => measure(`${beside}\n${text}`),
  }
}

const filesShare = 0.05

/** A list without the lines that a text has already. */
function untold(list: string, text: string): string {
  const said = new Set(text.split('\n').map(line => line.trim()))
  return list
    .split('\n')
    .filter(line => !said.has(line))
    .join('\n')
}
