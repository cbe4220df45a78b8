import type { Line } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import { paint, type Theme } from '../../../text/theme.ts'

/** The terminal behind Ink: printed lines go to its main screen, full pages to the alternate one. */
export type Terminal = {
  /** What Ink draws on. */
  readonly stdout: NodeJS.WriteStream
  readonly size: () => Size
  /** Scrolls the screen away, prints lines above the visible part, and starts at the top. */
  readonly startBelow: (above: readonly Line[]) => void
  /** Empties the screen; what has scrolled away stays. */
  readonly clear: () => void
  readonly switchTo: (side: 'main' | 'alternate') => void
  readonly setTitle: (title: string) => void
}

/** Escape sequences are written together with the next frame, so that the screen never flashes empty. */
export function terminalOn(stream: NodeJS.WriteStream, theme: Theme): Terminal {
  let waiting = ''
  let side: 'main' | 'alternate' = 'main'
  const write = (bytes: string | Uint8Array, ...more: never[]): boolean => {
    const before = waiting
    waiting = ''
    return stream.write(
      typeof bytes === 'string' ? before + bytes : Buffer.concat([Buffer.from(before), bytes]),
      ...more,
    )
  }
  const stdout = new Proxy(stream, {
    get: (target, name) => {
      if (name === 'write') return write
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const size = () => ({ columns: stream.columns || 80, rows: stream.rows || 24 })
  return {
    stdout,
    size,
    startBelow: above => {
      const away = `${'\n'.repeat(size().rows - 1)}${home}`
      // Written directly: Ink would measure every character of them.
      waiting += away + above.map(row => `${paint(row, theme)}\n`).join('') + (above.length === 0 ? '' : away)
    },
    clear: () => {
      waiting += home
    },
    switchTo: next => {
      if (next !== side) waiting += next === 'alternate' ? `${enterAlternate}${home}` : leaveAlternate
      side = next
    },
    setTitle: title => {
      waiting += `\u001b]2;${title}\u0007`
    },
  }
}

const home = '\u001b[H\u001b[J'
const enterAlternate = '\u001b[?1049h'
const leaveAlternate = '\u001b[?1049l'
