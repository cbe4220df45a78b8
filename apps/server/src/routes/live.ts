import { Hono } from 'hono'
import type { Asked } from '../asked.ts'
import type { House } from '../house.ts'
import { eventStream } from '../respond/event-stream.ts'
import { does } from './take.ts'

/** W6 tells open screens that something changed, wherever it was done. */
export const liveFeed = ({ live }: House) =>
  new Hono<Asked>().get('/', does('Listen to what changes, as server-sent events', 'text/event-stream'), c => {
    const { owner } = c.var
    return eventStream(gone => lines(live.listen(owner, gone)))
  })

async function* lines(notices: AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const notice of notices) yield JSON.stringify(notice)
}
