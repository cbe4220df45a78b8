import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { classic } from '../../core/policy.ts'
import type { ProtectedExchange } from '../../core/protect.ts'
import type { WindowStatus } from '../../core/window.ts'
import { Breakdown } from './Breakdown.tsx'

const status: WindowStatus = {
  used: 3_911,
  window: 8_192,
  reserved: 1_024,
  available: 3_257,
  share: 0.48,
  level: 'green',
  source: 'reported',
  breakdown: { system: 0, tools: 0, summary: 2_500, protected: 400, messages: 1_011, attachments: 0 },
}
const actions = { compact: () => {}, preview: () => {} }
const shown = (protectedExchanges: readonly ProtectedExchange[]) =>
  renderToStaticMarkup(
    <Breakdown
      status={status}
      policy={classic}
      model="plain"
      protectedExchanges={protectedExchanges}
      actions={actions}
    />,
  ).replace(/<[^>]+>/g, '')

test('W1 P4 the breakdown lists what is protected and what it takes, largest first', () => {
  const exchanges = [
    { from: 5, to: 6, count: 1_540 },
    { from: 12, to: 12, count: 900 },
  ]
  expect(shown(exchanges)).toContain('Protected, largest first: ¶ 5–6 (1,540), ¶ 12 (900)')
  expect(shown([])).not.toContain('largest first')
  const many = Array.from({ length: 8 }, (_, at) => ({ from: at + 2, to: at + 2, count: 100 - at }))
  expect(shown(many)).toContain('¶ 6 (96) and 3 more')
})
