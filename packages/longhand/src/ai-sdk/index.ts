export { boundedFetch } from '../providers/bounded-fetch.ts'
export { fromModelMessages, toModelMessages } from './convert/convert.ts'
export { fromUIMessages, toUIMessages } from './convert/ui.ts'
export { type Longhand, type LonghandOptions, longhand } from './longhand.ts'
