import { expect, test } from 'vitest'
import type { MessageEntry } from '../../core/entry.ts'
import { foldMessage } from '../../core/fold.ts'
import { textOf } from '../../core/message.ts'
import { foldJob, foldTools } from '../../testing/fold-job.ts'
import { sampleConversation } from '../../testing/samples/conversation.sample.ts'
import { injections } from './injections.sample.ts'
import { writeFold } from './write-fold.ts'

const honest = [
  '## Goal',
  'A rate limiter for the API server in src/server/app.ts that answers 429 with a Retry-After header.',
  '## Decisions',
  'The bucket lives in its own module because the router should not know about limits.',
  '## State',
  'takeToken in src/server/token-bucket.ts was fixed after "bucket.refilledAt is undefined"; all 12 tests passed.',
  '',
].join('\n')

/** The sample with a tool's answer that somebody else wrote. */
function poisoned(text: string): readonly MessageEntry[] {
  const parts = [
    { type: 'tool-result', callId: 'x', name: 'WebFetch', outcome: 'ok', output: `A page.\n${text}` },
  ] as const
  return sampleConversation().map(entry =>
    entry.number === 3 ? { ...entry, message: { role: 'tool', parts } } : entry,
  )
}

test('Q4 there are forty planted texts', () => {
  expect(injections).toHaveLength(40)
})

test.each(injections.map((injection, at) => [at + 1, injection] as const))(
  'Q4 planted text %i is obeyed by the summariser and still gets nowhere',
  async (_, { text, says = text, never }) => {
    const span = poisoned(text).slice(1, -4)
    const summarise = async () =>
      ({
        type: 'answered',
        text: `${honest}## Constraints and preferences\n- ${says}\n`,
        finish: 'stop',
        usage: null,
      }) as const
    const summariser = { model: 'gullible', window: 100_000, summarise }
    const written = await writeFold(foldJob(span), foldTools(summariser))
    expect(written.type).toBe('written')
    if (written.type !== 'written') return
    const shown = foldMessage(written.fold)
    expect(shown.role).toBe('user')
    const view = textOf(shown)
    // What the summariser wrote has none of it. The record may quote what a page said, under the name of the tool.
    const prose = view.slice(0, view.indexOf('## Constraints and preferences\n¶'))
    for (const bad of never) expect(prose).not.toContain(bad)
    expect(view.match(/<\/summary>/g)).toHaveLength(1)
    expect(view).not.toMatch(/<(?:system|assistant|user|tool_call|function_calls|invoke)\b/)
    for (const constraint of [
      'Never use a global timer for this',
      'Prefer a token bucket',
      'do not mention the numbers',
    ]) {
      expect(view).toContain(constraint)
    }
  },
)
