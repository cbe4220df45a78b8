import type { CountTokens } from '../core/count.ts'
import { alsoHeading, alsoNamed } from './also-named.ts'
import { ledger } from './choosing/ledger.ts'
import type { Passage } from './choosing/survey.ts'
import type { Weights } from './choosing/worth.ts'
import { type Reading, readJob, type Scene, sceneOf } from './extract-scene.ts'
import { howMany } from './how-many.ts'
import type { Numbered } from './reading/quote.ts'
import type { Retention } from './retention.ts'
import { renderSections } from './sections.ts'

/** What to write about, and how much. */
export type ExtractJob = {
  /** The messages that fold and those that stay in the view beside them, oldest first. */
  readonly messages: readonly Numbered[]
  /** The ¶ of those that stay. */
  readonly staying: ReadonlySet<number>
  /** What a summariser wrote already. It comes first, as it is, and is not said twice. */
  readonly prose: string | null
  /** Constraints of the last summary, word for word: they are carried on even where no original says them. */
  readonly carried?: readonly string[]
  /** Tokens for everything but the prose. */
  readonly budget: number
  /** What the budget may grow to where `least` is out of reach without. */
  readonly most?: number
  /** Share of the facts at which enough is said, from 0 to 1; with 1 the budget is filled. */
  readonly enough: number
  /** Share of the facts that must be reached: where not enough is said, some lines give way to facts, and more below it. */
  readonly least?: number
  readonly count: CountTokens
  readonly weights?: Weights
}

export type Extract = {
  readonly text: string
  /** The facts of the messages that fold, held against the view with this text in it. */
  readonly retention: Retention
  /** The same with the prose alone. */
  readonly unaided: Retention
}

/** A text in the originals' own words for the messages that fold. It needs no model, and is the same every time. */
export function extract(job: ExtractJob): Extract {
  const reading = readJob(job)
  let written = within(job, reading)
  const { least = 0, most = 0 } = job
  for (let budget = job.budget; written.retention.share < least && budget < most; ) {
    budget = Math.min(most, budget * 1.5)
    written = within({ ...job, budget }, reading)
  }
  return { ...written, unaided: reading.measure(`${reading.beside}\n${job.prose ?? ''}`) }
}

type Written = Omit<Extract, 'unaided'>

/** The best text that fits the budget. */
function within(job: ExtractJob, reading: Reading): Written {
  const scene = sceneOf(job, reading)
  const { enough, least = 0 } = job
  const full = growing(scene, enough)
  return least === 0 || full.retention.share >= enough ? full : (givingWay(scene, least) ?? full)
}

/** More and more of the budget, until enough is said. */
function growing(scene: Scene, enough: number): Written {
  for (const share of enough < 1 ? [0.25, 0.5, 0.75] : []) {
    const written = write(scene, take(scene, scene.passages, share), [])
    if (written.retention.share >= enough) return written
  }
  return write(scene, take(scene, scene.passages, 1), [])
}

/**
 * As many of the best passages as leave room for those with more facts, and for bare names. Null when even without them
 * it falls short: then lines, and what belongs together, are worth more than names.
 */
function givingWay(scene: Scene, least: number): Written | null {
  let best = factsFirst(scene, 0)
  if (best.retention.share < least) return null
  for (const share of [0.8, 0.6, 0.4, 0.2]) {
    const written = factsFirst(scene, share)
    if (written.retention.share >= safely(least)) return written
    if (written.retention.share > best.retention.share) best = written
  }
  return best
}

/** Another reader finds other facts, so what only just reaches the share for one may miss it for the other. */
const safely = (least: number): number => (least + 1) / 2

/** A share of the budget for the best passages, the rest for facts: first those that passages tell, then bare ones. */
function factsFirst(scene: Scene, share: number): Written {
  const { budget, prose, count } = scene.job
  const best = withMusts(scene, take(scene, scene.passages, share))
  const passages = withMusts(scene, take(scene, scene.factual(best), share + 0.4 * (1 - share)))
  const { text, retention } = write(scene, passages, [])
  const room = budget + (prose === null ? 0 : count(prose)) - count(text)
  return write(scene, passages, alsoNamed(retention.missing, room, count))
}

/** What every text begins and ends with gives way to nothing. */
const withMusts = ({ passages, must }: Scene, taken: readonly Passage[]): readonly Passage[] =>
  taken.length < must ? passages.slice(0, must) : taken

/** As many of the first passages as fit a share of the budget. */
function take(scene: Scene, passages: readonly Passage[], share: number): readonly Passage[] {
  const { count, budget } = scene.job
  const tokens = (many: number): number => count(addition(scene, passages.slice(0, many), []))
  return passages.slice(
    0,
    howMany(passages.length, many => tokens(many) <= budget * share),
  )
}

function write(scene: Scene, passages: readonly Passage[], also: readonly string[]): Written {
  const { job, measure } = scene
  const text = [job.prose ?? '', addition(scene, passages, also)].filter(part => part !== '').join('\n\n')
  return { text, retention: measure(text) }
}

/** Everything but the prose, in sections. */
function addition(scene: Scene, passages: readonly Passage[], also: readonly string[]): string {
  const { musts, files, told, job } = scene
  const left = new Set(passages)
  const quote = (wanted: readonly Passage[]): string => ledger(wanted.filter(passage => left.delete(passage)))
  const goal = told.has('goal') ? '' : quote(musts.goal)
  const constraints = quote(passages.filter(({ cue, quote }) => cue === 'constraint' && quote.kind === 'said'))
  const state = told.has('state') ? '' : quote(musts.state)
  const record = quote(passages)
  return renderSections([
    { name: 'goal', text: goal },
    { name: 'constraints', text: [...(job.carried ?? []), constraints].join('\n') },
    { name: 'files', text: files },
    { name: 'record', text: also.length === 0 ? record : [record, alsoHeading, ...also].join('\n') },
    { name: 'state', text: state },
  ])
}
