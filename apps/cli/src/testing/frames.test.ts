import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import headless from '@xterm/headless'
import { render } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { ChatScreen } from '../commands/chat/screen/ChatScreen.ts'
import { Lines, ThemeContext } from '../commands/chat/screen/Lines.ts'
import type { Size } from '../text/size.ts'
import type { Theme } from '../text/theme.ts'
import { frameText, inkMap } from './frame.ts'
import { pageScenes } from './page-scenes.ts'
import { scenes } from './scenes.ts'

const sizes: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
]

/** A terminal that shows a component, as cells. */
async function shown(node: ReactNode, { columns, rows }: Size, look: Theme) {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true })
  let written = ''
  const stdout = Object.assign(
    new Writable({
      write: (bytes, _, done) => {
        written += bytes
        terminal.write(bytes, done)
      },
    }),
    {
      isTTY: true,
      columns,
      rows,
    },
  )
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  })
  const app = render(h(ThemeContext, { value: look }, node), {
    stdout: stdout as never,
    stdin: stdin as never,
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
  })
  await app.waitUntilRenderFlush()
  const buffer = terminal.buffer.active
  const cursor = written.lastIndexOf('[?25h') > written.lastIndexOf('[?25l') ? 'shown' : 'hidden'
  const result = { text: frameText(buffer, { columns, rows }, cursor), inks: inkMap(buffer, { columns, rows }) }
  app.unmount()
  return result
}

/** Compares with the golden file; `GOLDEN=write` writes it, to be looked at before it is committed. */
function expectGolden(name: string, text: string): void {
  const path = join(import.meta.dirname, 'frames', `${name}.golden.txt`)
  if (process.env.GOLDEN === 'write') writeFileSync(path, text)
  expect(text).toBe(readFileSync(path, 'utf8'))
}

const allScenes: Readonly<Record<string, (size: Size) => ReactNode>> = {
  ...Object.fromEntries(
    Object.entries(scenes).map(([name, scene]) => [name, (size: Size) => h(ChatScreen, { state: scene(size) })]),
  ),
  ...Object.fromEntries(
    Object.entries(pageScenes).map(([name, scene]) => [name, (size: Size) => h(Lines, { lines: scene(size) })]),
  ),
}

describe.each(sizes)('X at $columns × $rows', size => {
  test.each(Object.keys(allScenes))('X %s looks as it should, in dark, in light and without colours', async name => {
    const node = allScenes[name]!(size)
    const dark = await shown(node, size, { colours: 'dark', characters: 'unicode' })
    const light = await shown(node, size, { colours: 'light', characters: 'unicode' })
    const none = await shown(node, size, { colours: 'none', characters: 'unicode' })
    expect(light.text).toBe(dark.text)
    expect(none.text).toBe(dark.text)
    expect(none.inks).toMatch(/^[. \n]*$/)
    const inks = `--- dark\n${dark.inks}\n--- light\n${light.inks}\n`
    expectGolden(`${name}-${size.columns}x${size.rows}`, `${dark.text}\n${inks}`)
  })
})

test.each(['chat', 'condensed', 'picker', 'checkpoints', 'kept'])('X %s in 46 narrow columns', async name => {
  const size = { columns: 46, rows: 24 }
  const { text } = await shown(allScenes[name]!(size), size, { colours: 'none', characters: 'unicode' })
  expectGolden(`${name}-46x24`, `${text}\n`)
})

test.each(['chat', 'condensing', 'kept', 'picker', 'checkpoints'])('X %s in ASCII', async name => {
  const size = { columns: 80, rows: 24 }
  const { text } = await shown(allScenes[name]!(size), size, { colours: 'none', characters: 'ascii' })
  expect(text.replaceAll('█', '')).toMatch(/^[\x20-\x7e\n]*$/)
  expectGolden(`${name}-ascii`, `${text}\n`)
})
