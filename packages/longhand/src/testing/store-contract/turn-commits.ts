import { deepEqual, equal, ok } from 'node:assert/strict'
import { windowStatus } from '../../core/window.ts'
import { lease, type StoreRule, said, talk } from './room.ts'

const noTokens = { system: 0, tools: 0, summary: 0, protected: 0, attachments: 0, messages: 7 }
const status = windowStatus({ used: 7, source: 'estimated', breakdown: noTokens }, { window: 100, reserve: 10 })

/** What the two commits of a turn carry, so that it takes no more of them. */
export const turnCommitRules: readonly StoreRule[] = [
  {
    name: 'a turn tells the version it found and the conversation it left, and stores what was learnt with its last step (N5 T1)',
    run: async ({ store }) => {
      const { id } = await talk(store, 1)
      await store.calibrations.put('a/model \u0000', { ratio: 1.1 })
      const before = await store.conversations.get(id)
      const opening = { type: 'say', entries: [said('user', 'hello', 'u')] } as const
      const start = await store.turns.start(id, { id: 'u', opening }, lease)
      ok(start.type === 'started')
      deepEqual([start.since, start.learnt], [before.version, { 'a/model \u0000': { ratio: 1.1 } }])
      deepEqual(start.conversation, await store.conversations.get(id))
      const learnt = { model: 'b/model', state: { ratio: 1.2 } }
      const step = (await store.turns.keepStep(
        start.turn,
        { entries: [said('assistant', 'one', 's1')], after: 'u', learnt },
        lease,
      ))!
      equal(step.since, start.conversation.version)
      deepEqual(step.conversation, await store.conversations.get(id))
      deepEqual(await store.calibrations.get('b/model'), { ratio: 1.2 })
      equal(step.conversation.status, null)
      const last = { entries: [said('assistant', 'two', 's2')], after: 's1', status, learnt }
      const end = (await store.turns.finish(start.turn, 'done', last))!
      equal(end.since, step.conversation.version)
      deepEqual(end.conversation, await store.conversations.get(id))
      deepEqual(end.conversation.status, status)
      equal(await store.turns.finish(start.turn, 'done', { ...last, learnt: { ...learnt, state: { ratio: 9 } } }), null)
      deepEqual(await store.calibrations.get('b/model'), { ratio: 1.2 })
    },
  },
]
