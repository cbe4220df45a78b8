import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Growing, growthOn } from '../testing/growth/growth.ts'
import { repeated } from '../testing/growth/hostile-text.ts'
import { longConversation } from '../testing/samples/long-conversation.sample.ts'
import { extract } from './extract.ts'
import { facts } from './facts.ts'
import type { NumberedMessage } from './reading/quote.ts'

// How long a million tokens take is measured by `npm run bench -- extract`.

const count = (text: string): number => Math.ceil(text.length / 4)

const talk: Growing<readonly NumberedMessage[]> = { name: 'a long conversation', grow: longConversation }

const extractTalk = (messages: readonly NumberedMessage[]) =>
  extract({
    messages,
    staying: new Set([1]),
    prose: null,
    budget: 20_000,
    targetRetention: 0.97,
    minRetention: 0.9,
    count,
  })

test('Q1 a long conversation is extracted in time in proportion to it', { timeout: 120_000 }, () => {
  expect(extractTalk(longConversation(100_000)).text.length).toBeGreaterThan(1_000)
  expect(growthOn(extractTalk, talk, 100_000)).toBeNull()
})

test('Q1 nothing of a conversation is held when it is extracted', { timeout: 120_000 }, () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const messages = longConversation(100_000)
  extractTalk(messages)
  collect()
  const before = process.memoryUsage().heapUsed
  extractTalk(messages)
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5e6)
})

test('Q1 facts take time in proportion to the text', () => {
  facts(longConversation(100_000))
  expect(growthOn(facts, talk, 100_000)).toBeNull()
})

const each = (line: (at: number) => string): Growing<string> => ({
  name: line(0),
  grow: length => Array.from({ length: Math.ceil(length / line(1).length) }, (_, at) => line(at)).join(''),
})

test.each([
  ['one endless line', repeated('aB_')],
  ['only line breaks', repeated('\n')],
  ['one name per line', each(at => `someName${at} is here\n`)],
  ['names side by side', repeated(`${'fooBar bazQux '.repeat(20)}\n`)],
  ['escaped line breaks', repeated(String.raw`fooBar\n\\n`)],
  ['backslashes', repeated('\\')],
  ['colours', repeated('\u001b[1')],
  ['slashes and dots', repeated('a/b.c=.')],
  ['fences', repeated('```\n')],
  ['headings', repeated('¶1 person: ')],
  ['no spaces', repeated('数据')],
])('T6 %s can not make it slow', (_, text) => {
  const extractText = (output: string) => {
    const messages: readonly NumberedMessage[] = [
      { number: 1, message: { role: 'user', parts: [{ type: 'text', text: output }] } },
      {
        number: 2,
        message: { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name: 'run', outcome: 'error', output }] },
      },
    ]
    extract({
      messages,
      staying: new Set(),
      prose: null,
      budget: 2_000,
      targetRetention: 0.97,
      minRetention: 0.9,
      count,
    })
  }
  expect(growthOn(extractText, text, 30_000)).toBeNull()
})
