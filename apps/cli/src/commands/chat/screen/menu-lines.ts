import type { CommandMenu } from 'longhand/internal/client'
import { clip, type Line, line, span } from '../../../text/line.ts'

/** The commands that fit what is typed, the chosen one in sight. */
export function menuLines({ options, selected }: CommandMenu, columns: number, most: number): readonly Line[] {
  const from = Math.max(0, Math.min(selected - most + 1, options.length - most))
  return options.slice(from, from + most).map(({ name, description }, at) => {
    const isChosen = from + at === selected
    const words = line(
      ` ${isChosen ? '›' : ' '} `,
      span(`/${name}`.padEnd(nameColumns), isChosen ? 'you' : 'plain'),
      span(description, 'label'),
    )
    return clip(words, columns)
  })
}

const nameColumns = 16
