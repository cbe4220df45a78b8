import { eachInSteps, type Steps } from '../../core/steps.ts'
import type { Cue } from '../reading/cues.ts'
import type { Origin, Quote } from '../reading/quote.ts'

type Line = { readonly quote: Quote; readonly cue: Cue | null; readonly names: readonly number[] }
type Name = { readonly messages: { readonly assistant: number; readonly person: number } }

/**
 * Lines of one output, or of one answer, that differ in their numbers alone: passing tests, events, rows of a table. The
 * first and the last stand for all; these are the ones between, unless someone took one of their names up. Some lines at a time.
 */
export function* seriesMiddlesSteps<L extends Line>(
  lines: readonly L[],
  names: readonly Name[],
): Steps<ReadonlySet<L>> {
  const byOrigin = new Map<Origin, Map<string, L[]>>()
  yield* eachInSteps(lines, line => {
    if (!mayBeInSeries(line)) return
    const {
      origin,
      line: { shape },
    } = line.quote
    if (shape === null) return
    const shapes = byOrigin.get(origin) ?? new Map<string, L[]>()
    byOrigin.set(origin, shapes)
    const alike = shapes.get(shape)
    if (alike === undefined) shapes.set(shape, [line])
    else alike.push(line)
  })
  const isTakenUp = (id: number): boolean => names[id]!.messages.assistant + names[id]!.messages.person > 0
  const middles = [...byOrigin.values()]
    .flatMap(shapes => [...shapes.values()])
    .flatMap(series => (series.length < minLength ? [] : series.slice(1, -1)))
  return new Set(middles.filter(({ names }) => !names.some(isTakenUp)))
}

const minLength = 5

const mayBeInSeries = ({ quote, cue }: Line): boolean =>
  cue === null && (quote.kind === 'output' || (quote.kind === 'said' && quote.origin.speaker === 'assistant'))
