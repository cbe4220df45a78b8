import { cleanLine } from './text/clean.ts'
import { clip, line } from './text/line.ts'

/** A progress line, shown only on a terminal. */
export type Progress = { readonly step: (what: string) => void; readonly end: () => void }

export function progressOn(stream: NodeJS.WriteStream, total: number, verb: string): Progress {
  let done = 0
  const isShown = stream.isTTY && total > 1
  return {
    step: what => {
      done++
      if (!isShown) return
      const words = `${verb} ${done} of ${total}  ${bar(done / total)}  ${cleanLine(what)}`
      stream.write(`\r\u001b[K${clip(line(words), (stream.columns || 80) - 1)[0]?.text ?? ''}`)
    },
    end: () => {
      if (isShown) stream.write('\r\u001b[K')
    },
  }
}

const bar = (share: number): string => '█'.repeat(Math.round(share * 20)).padEnd(20, '░')
