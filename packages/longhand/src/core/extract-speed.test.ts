import { expect, test } from 'vitest'
import { extract } from './extract.ts'
import { facts } from './facts.ts'
import { longConversation } from './long-conversation.sample.ts'
import type { Numbered } from './reading/quote.ts'

/** Processor time, which a busy machine does not stretch. */
function seconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const count = (text: string): number => Math.ceil(text.length / 4)

test('Q1 a million tokens are extracted within five seconds, and memory stays flat', { timeout: 120_000 }, () => {
  const messages = longConversation(1_000_000)
  const job = { messages, staying: new Set([1]), prose: null, budget: 20_000, enough: 0.97, least: 0.9, count } as const
  const took = seconds(() => expect(extract(job).text.length).toBeGreaterThan(1_000))
  expect(took).toBeLessThan(5)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  extract(job)
  globalThis.gc?.()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6)
})

test('Q1 facts take time in proportion to the text', () => {
  const messages = longConversation(500_000)
  const quarter = messages.slice(0, Math.ceil(messages.length / 4))
  facts(quarter)
  const some = seconds(() => facts(quarter))
  expect(seconds(() => facts(messages)) / some).toBeLessThan(8)
})

test.each([
  ['one endless line', 'aB_'.repeat(700_000)],
  ['only line breaks', '\n'.repeat(2_000_000)],
  ['one name per line', Array.from({ length: 60_000 }, (_, at) => `someName${at} is here`).join('\n')],
  ['names side by side', `${'fooBar bazQux '.repeat(20)}\n`.repeat(6_000)],
  ['escaped line breaks', String.raw`fooBar\n\\n`.repeat(200_000)],
  ['backslashes', '\\'.repeat(2_000_000)],
  ['colours', '\u001b[1'.repeat(500_000)],
  ['slashes and dots', 'a/b.c=.'.repeat(300_000)],
  ['fences', '```\n'.repeat(400_000)],
  ['headings', '¶1 person: '.repeat(150_000)],
  ['no spaces', '数据'.repeat(500_000)],
])('T6 %s can not make it slow', (_, text) => {
  const messages: readonly Numbered[] = [
    { number: 1, message: { role: 'user', parts: [{ type: 'text', text }] } },
    {
      number: 2,
      message: {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c', name: 'run', outcome: 'error', output: text }],
      },
    },
  ]
  const job = { messages, staying: new Set<number>(), prose: null, budget: 2_000, enough: 0.97, least: 0.9, count }
  expect(seconds(() => extract(job))).toBeLessThan(8)
})
