import { type Extract, type ExtractJob, extract } from '../core/extract.ts'
import type { Meter } from './meter.ts'

/** Makes an extract somewhere. A long one takes seconds; who serves many people makes it in a thread of its own. */
export type Extracting = (job: Omit<ExtractJob, 'count'>) => Promise<Extract>

/** Makes it where the tools say, or else here and now. */
export async function extractBy(
  { extract: elsewhere, meter }: { readonly extract?: Extracting; readonly meter: Pick<Meter, 'countText'> },
  job: Omit<ExtractJob, 'count'>,
): Promise<Extract> {
  return elsewhere === undefined ? extract({ ...job, count: meter.countText }) : elsewhere(job)
}
