import { spawn } from '@lydell/node-pty'
import headless from '@xterm/headless'
import type { Size } from '../text/size.ts'
import { frameText } from './frame.ts'

/** A program in a real terminal of its own, looked at as a person would. */
export type WatchedTerminal = {
  readonly pid: number
  readonly screen: () => string
  /** All bytes that the program has written. */
  readonly written: () => string
  readonly type: (keys: string) => void
  /** Waits until words are on the screen, and gives what is there then. */
  readonly sees: (words: string | RegExp) => Promise<string>
  readonly resize: (size: Size) => void
  readonly kill: (signal: NodeJS.Signals) => void
  /** The exit code, once the program is over. */
  readonly ended: Promise<number>
}

export type Watched = {
  /** The program and its arguments, for Node. */
  readonly args: readonly string[]
  /** Where it runs, and where its data is. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  readonly size?: Size
}

/** Long enough for a machine that does ten other things. */
const patienceMs = 60_000

export function watchTerminal({ args, folder, env = {}, size = { columns: 100, rows: 30 } }: Watched): WatchedTerminal {
  let { columns, rows } = size
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
  const { CI: _, NO_COLOR: __, ...inherited } = process.env
  const child = spawn(process.execPath, [...args], {
    cols: columns,
    rows,
    cwd: folder,
    env: { ...inherited, TERM: 'xterm-256color', LANG: 'C.UTF-8', LONGHAND_DATA: folder, ...env },
  })
  const screen = () => frameText(terminal.buffer.active, { columns, rows }, 'hidden')
  const watchers = new Set<() => void>()
  let written = ''
  child.onData(bytes => {
    written += bytes
    terminal.write(bytes, () => {
      for (const look of watchers) look()
    })
  })
  return {
    pid: child.pid,
    screen,
    written: () => written,
    type: keys => child.write(keys),
    sees: words =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(late)
          watchers.delete(look)
        }
        const look = () => {
          const shown = screen()
          if (typeof words === 'string' ? !shown.includes(words) : !words.test(shown)) return
          end()
          resolve(shown)
        }
        const late = setTimeout(() => {
          end()
          reject(new Error(`Not on the screen: ${words}\n${screen()}`))
        }, patienceMs)
        watchers.add(look)
        look()
      }),
    resize: next => {
      ;({ columns, rows } = next)
      terminal.resize(columns, rows)
      child.resize(columns, rows)
    },
    kill: signal => process.kill(child.pid, signal),
    ended: new Promise(resolve => child.onExit(({ exitCode }) => resolve(exitCode))),
  }
}

/** What keys send. */
export const keys = { enter: '\r', tab: '\t', esc: '\u001b', down: '\u001b[B' } as const

/** What Ctrl and a letter send. */
export const ctrl = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 96)
