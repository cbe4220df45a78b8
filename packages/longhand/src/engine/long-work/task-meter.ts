import type { Meter } from '../ports/meter.ts'

/** What tasks count with. */
export type TaskMeter = Pick<Meter, 'count' | 'countText'>
