import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { remember } from './remember.ts'

function reading(maxLetters: number) {
  const asked: string[] = []
  const read = remember(text => {
    asked.push(text)
    return text === 'nothing' ? null : text.toUpperCase()
  }, maxLetters)
  return { read, asked }
}

test('N11 a text that was read is not read again, whoever asks', () => {
  const { read, asked } = reading(100)
  expect([read('one'), read('two'), read('one'), read('nothing'), read('nothing')]).toEqual([
    'ONE',
    'TWO',
    'ONE',
    null,
    null,
  ])
  expect(asked).toEqual(['one', 'two', 'nothing'])
})

test('N11 it forgets what nobody asked for lately, and keeps what is asked for again', () => {
  const { read, asked } = reading(10)
  for (let at = 0; at < 50; at++) {
    read('often')
    read(`once${at}`)
  }
  expect(asked.filter(text => text === 'often')).toHaveLength(1)
  read('once0')
  expect(asked.filter(text => text === 'once0')).toHaveLength(2)
})

test('N11 a line that is remembered does not hold the text that it comes from', () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { read } = reading(1_000_000)
  collect()
  const before = process.memoryUsage().heapUsed
  for (let at = 0; at < 60; at++) {
    const text = `The ${at}th line of a very long text.\n${'x'.repeat(1_000_000)}`
    read(text.slice(0, text.indexOf('\n')))
  }
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10e6)
})
