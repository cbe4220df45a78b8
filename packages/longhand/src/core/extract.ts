import { cover } from './choosing/cover.ts'
import { ledger } from './choosing/ledger.ts'
import { type Musts, mustsOf } from './choosing/musts.ts'
import { select } from './choosing/select.ts'
import { type Passage, type Survey, survey } from './choosing/survey.ts'
import { defaultRates, type Rates, valuesOf } from './choosing/values.ts'
import { worthOf } from './choosing/worth.ts'
import type { Count } from './count.ts'
import type { Fact } from './fact.ts'
import { factsOf } from './facts.ts'
import { fileList } from './file-list.ts'
import { filesOf } from './reading/files.ts'
import { commonFolder, inside } from './reading/folder.ts'
import { messageText } from './reading/message-text.ts'
import type { Numbered } from './reading/quote.ts'
import { type Retention, retention } from './retention.ts'
import { parseSections, renderSections, type SectionName } from './sections.ts'

/** What to write about, and how much. */
export type ExtractJob = {
  /** The messages that fold and those that stay in the view beside them, oldest first. */
  readonly messages: readonly Numbered[]
  /** The ¶ of those that stay. */
  readonly staying: ReadonlySet<number>
  /** What a summariser wrote already. It comes first, as it is, and is not said twice. */
  readonly prose: string | null
  /** Constraints of the last summary, word for word. They are carried on even where no original says them. */
  readonly carried?: readonly string[]
  /** Tokens for everything but the prose. */
  readonly budget: number
  /** Share of the facts at which enough is said, from 0 to 1; with 1 the budget is filled. */
  readonly enough: number
  readonly count: Count
  readonly rates?: Rates
}

export type Extract = {
  readonly text: string
  /** The facts of the messages that fold, held against the view with this text in it. */
  readonly retention: Retention
}

/** A text in the originals' own words for the messages that fold. It needs no model, and is the same every time. */
export function extract(job: ExtractJob): Extract {
  const scene = look(job)
  const passages = choose(scene, job)
  const write = (share: number): Extract => {
    const size = fit(passages.length, job.budget * share, taken => job.count(addition(scene, passages.slice(0, taken))))
    return measure(scene, job, addition(scene, passages.slice(0, size)))
  }
  if (job.enough >= 1) return write(1)
  return steps
    .map(share => () => write(share))
    .reduce<Extract | null>((best, next) => {
      return best !== null && best.retention.share >= job.enough ? best : next()
    }, null)!
}

/** Shares of the budget that are tried in turn until enough is said. */
const steps = [0.25, 0.5, 0.75, 1]

type Scene = {
  readonly survey: Survey
  readonly facts: readonly Fact[]
  readonly musts: Musts
  readonly files: string
  readonly folder: string | null
  /** Sections that the prose has already. */
  readonly has: ReadonlySet<SectionName>
  readonly carried: readonly string[]
}

function look({ messages, staying, prose, budget, count, carried = [] }: ExtractJob): Scene {
  const folding = messages.filter(({ number }) => !staying.has(number))
  const seen = survey(messages, staying)
  const files = filesOf(folding)
  const folder = commonFolder(files.map(({ path }) => path))
  const open = prose === null ? seen : cover(seen, prose)
  return {
    survey: open,
    facts: factsOf(folding, seen),
    musts: mustsOf(open, budget, count),
    files: fileList(files, folder, { budget: budget * filesShare, count }),
    folder,
    has: new Set(parseSections(prose ?? '').map(({ name }) => name)),
    carried,
  }
}

const filesShare = 0.15

function choose(
  { survey, musts, files, folder }: Scene,
  { budget, count, rates = defaultRates }: ExtractJob,
): readonly Passage[] {
  return select(survey, valuesOf(survey, worthOf(survey), rates), {
    // A little more than fits, since headings and gaps are only estimated here; `fit` measures.
    budget: (budget - count(files)) * 1.1,
    count: text => count(inside(text, folder)),
    first: [...musts.goal, ...musts.constraints, ...musts.state],
  })
}

/** The largest number of passages whose text fits. */
function fit(most: number, budget: number, size: (taken: number) => number): number {
  let fits = 0
  let above = most + 1
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2)
    if (size(middle) <= budget) fits = middle
    else above = middle
  }
  return fits
}

/** Everything but the prose, in sections. */
function addition({ musts, files, folder, has, carried }: Scene, passages: readonly Passage[]): string {
  const left = new Set(passages)
  const take = (wanted: readonly Passage[]): string => ledger(wanted.filter(passage => left.delete(passage)))
  const goal = has.has('goal') ? '' : take(musts.goal)
  const constraints = take(passages.filter(({ cue, quote }) => cue === 'constraint' && quote.kind === 'said'))
  const state = has.has('state') ? '' : take(musts.state)
  return renderSections([
    { name: 'goal', text: goal },
    { name: 'constraints', text: [...carried, constraints].join('\n') },
    { name: 'files', text: files },
    { name: 'record', text: inside(take(passages), folder) },
    { name: 'state', text: state },
  ])
}

function measure({ facts }: Scene, { messages, staying, prose }: ExtractJob, added: string): Extract {
  const text = [prose ?? '', added].filter(part => part !== '').join('\n\n')
  const beside = messages.filter(({ number }) => staying.has(number)).map(({ message }) => messageText(message))
  return { text, retention: retention(facts, [...beside, text].join('\n')) }
}
