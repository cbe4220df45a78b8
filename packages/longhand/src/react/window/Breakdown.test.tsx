import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { classic } from '../../core/policy.ts'
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
const shown = (protectedCount: number | null) =>
  renderToStaticMarkup(
    <Breakdown status={status} policy={classic} model="plain" protectedCount={protectedCount} actions={actions} />,
  )

test('W1 the breakdown says how many messages are protected, where all of them are here to count', () => {
  expect(shown(3)).toContain('3 protected')
  expect(shown(0)).not.toContain(' protected')
  expect(shown(null)).not.toContain(' protected')
})
