import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { progressOn } from '../progress.ts'
import { unsafe } from './clean.ts'
import { line, span } from './line.ts'
import { printError, printJson, printLine, printRow } from './print.ts'
import { themeOf } from './theme.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** What a terminal is sent while a function runs. */
function sent(act: () => void): string {
  const said: string[] = []
  const take = (text: string) => void said.push(text)
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(take)
  act()
  return said.join('\n')
}

const hostile = 'a\u001b]2;x\u0007\u001b[2J\u009b1m\u202eb\u2066\u061c\r.txt'

test('X nothing that is printed can control a terminal, whatever it is called', () => {
  const texts = [hostile, ...fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), 500)]
  const shown = sent(() => {
    for (const text of texts) {
      printLine(text)
      printError(text)
      printRow(line('x', span(text, 'strong')), themeOf({ NO_COLOR: '1' }))
      printJson({ [text]: [text] }, 2)
    }
  })
  expect(shown.match(unsafe)).toBeNull()
  expect(sent(() => printLine(hostile))).toBe('ab\n.txt')
})

test('X data for programs is complete all the same', () => {
  const value = { file: hostile, list: [1, '\u2028', '漢'] }
  expect(JSON.parse(sent(() => printJson(value)))).toEqual(value)
})

test('X progress shows the name of a file on one line, and nothing that controls it', () => {
  let shown = ''
  const write = (text: string) => {
    shown += text
  }
  const stream = { isTTY: true, columns: 80, write } as never
  progressOn(stream, 2, 'Importing').step(`${hostile}\nb.json`)
  expect(shown.replace('\r\u001b[K', '').match(/[\p{Cc}\u202e\u2066]/u)).toBeNull()
})

test('X the terminal program prints through these functions alone', () => {
  const folder = new URL('..', import.meta.url)
  const files = globSync('**/*.ts', { cwd: folder }).filter(path => !/\.test\.ts$|^testing\//.test(path))
  expect(files.length).toBeGreaterThan(50)
  const direct = files.filter(path => readFileSync(new URL(path, folder), 'utf8').includes('console.'))
  // The other two print their own words and no others.
  expect(direct.toSorted()).toEqual(['commands/add-completion.ts', 'main.ts', 'text/print.ts'])
})
