// Run by failpoint.test.ts as a process of its own: visits two points and tells after each.
import { armFromEnvironment, failpoint } from './failpoint.ts'

armFromEnvironment()
await failpoint('first')
process.send?.('first')
await failpoint('second')
process.send?.('second', () => process.disconnect?.())
