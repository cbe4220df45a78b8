import { Writable } from 'node:stream'
import headless from '@xterm/headless'
import { expect, test } from 'vitest'
import { line } from '../../../text/line.ts'
import { terminalOn } from './terminal.ts'

const size = { columns: 20, rows: 6 }

/** A terminal on which a program has written something before, and all its lines from the oldest on. */
function stage() {
  const xterm = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true, convertEol: true })
  const stream = new Writable({ write: (bytes, _, done) => xterm.write(bytes, done) })
  const stdout = Object.assign(stream, size) as unknown as NodeJS.WriteStream
  const lines = () => {
    const { active } = xterm.buffer
    return Array.from({ length: active.length }, (_, y) => active.getLine(y)!.translateToString(true))
  }
  const write = (bytes: string) => new Promise<void>(resolve => stream.write(bytes, () => resolve()))
  return { terminal: terminalOn(stdout, { colours: 'dark', characters: 'unicode' }), write, lines }
}

test.each([0, 1, 5, 6, 40])(
  'X %i lines above the screen follow what was there, and the screen begins after them',
  async n => {
    const { terminal, write, lines } = stage()
    await write('$ longhand chat\n')
    const above = Array.from({ length: n }, (_, at) => `line ${at + 1}`)
    terminal.startBelow(above.map(words => line(words)))
    await new Promise(resolve => terminal.stdout.write('the head\nthe newest line', resolve))
    const shown = lines()
    expect(shown.slice(-size.rows)).toEqual(['the head', 'the newest line', '', '', '', ''])
    expect(shown.slice(0, -size.rows).filter(words => words !== '')).toEqual(['$ longhand chat', ...above])
    // Nothing is pushed between them and the screen.
    if (n > 0) expect(shown.at(-size.rows - 1)).toBe(`line ${n}`)
  },
)
