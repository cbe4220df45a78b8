// Parts for the chat page of another app. All they need are the data parts of an answer: neither our server nor our page.
import '../provider/tokens.css'
import '../provider/elements.css'
import './parts.css'

export { CompactionDivider } from './CompactionDivider.tsx'
export { type LonghandState, useLonghand } from './use-longhand.ts'
export { WindowBar } from './WindowBar.tsx'
