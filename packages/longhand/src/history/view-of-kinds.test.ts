import { expect, test } from 'vitest'
import { type Message, outputText, textOf } from '../core/message.ts'
import { kindSamples } from '../testing/samples/kinds.sample.ts'
import { compactToTarget } from './compact-to-target.ts'

const kinds = Object.keys(kindSamples) as (keyof typeof kindSamples)[]

test.each(kinds)(
  'V11 a view of %s is enough to go on from: the goal, what was demanded, the newest words',
  async kind => {
    const { messages, goal, known, noise } = kindSamples[kind]
    const { type, view } = await compactToTarget(messages, { window: 8_000, target: targets[kind] })
    expect(type).toBe('compacted')
    const shown = view.map(({ kind, message }) => `[${kind} ${message.role}] ${shownText(message)}`).join('\n')
    for (const words of [goal, ...known, textOf(messages.at(-1)!)]) expect(shown).toContain(words)
    for (const words of noise) expect(shown).not.toContain(words)
    await expect(`${shown}\n`).toMatchFileSnapshot(`./view-of-${kind}.golden.txt`)
  },
)

const targets = { coding: 700, chat: 290, support: 560, research: 330 } as const

const shownText = ({ parts }: Message): string =>
  parts
    .map(part => {
      if (part.type === 'text') return part.text
      if (part.type === 'tool-call') return `${part.name} ${JSON.stringify(part.input)}`
      return part.type === 'tool-result' ? outputText(part) : part.type
    })
    .join('\n')
