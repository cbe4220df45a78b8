import type { Count } from '../core/count.ts'
import { type Extract, type ExtractJob, extract } from '../core/extract.ts'
import type { Draft, Held, Verdict } from '../core/judging/gate.ts'
import { judge } from '../core/judging/judge.ts'
import { type Landmark, landmark } from '../core/landmark.ts'
import type { Message } from '../core/message.ts'

/** What the engine computes from texts, by name: pure functions of plain data, so that a thread can run them as well. */
export const tasks = {
  extract: (job: Omit<ExtractJob, 'count'>, count: Count): Extract => extract({ ...job, count }),

  judge: ({ draft, held }: { readonly draft: Draft; readonly held: Omit<Held, 'count'> }, count: Count): Verdict =>
    judge(draft, { ...held, count }),

  landmark: ({ newest, earlier, wanted }: LandmarkInput): Landmark | null => landmark(newest, earlier, wanted),
}

type LandmarkInput = {
  readonly newest: readonly Message[]
  readonly earlier: readonly Message[]
  readonly wanted: readonly Landmark['tag'][]
}
