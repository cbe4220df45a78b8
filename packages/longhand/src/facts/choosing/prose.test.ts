import { expect, test } from 'vitest'
import type { Message } from '../../core/message.ts'
import { extract } from '../extract.ts'
import { facts } from '../facts.ts'
import type { NumberedMessage } from '../reading/quote.ts'
import { retention } from '../retention.ts'
import { tellingShares } from './prose.ts'
import { survey } from './survey.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const chat = (...texts: readonly string[]): readonly NumberedMessage[] =>
  texts.map((text, at) => ({
    number: at + 1,
    message: { role: at % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] } satisfies Message,
  }))

/** The lines in order of what they tell, the most telling first. */
function ranked(messages: readonly NumberedMessage[]): readonly string[] {
  const seen = survey(messages)
  const shares = tellingShares(seen)
  const order = seen.passages.map((_, at) => at).toSorted((a, b) => shares[b]! - shares[a]!)
  return order.map(at => seen.passages[at]!.quote.text)
}

/** The line that tells most for its length. */
function densest(messages: readonly NumberedMessage[]): string {
  const seen = survey(messages)
  const shares = tellingShares(seen)
  const densities = seen.passages.map(({ quote }, at) => shares[at]! / quote.text.length)
  return seen.passages[densities.indexOf(Math.max(...densities))]!.quote.text
}

test('Q1 talk without names of code is prose, work on code is not', () => {
  expect(survey(chat('We leave for Lisbon on Friday.', 'Lovely, have a good trip.')).talk).toBe(1)
  const work = chat('Fix parseArgs in src/cli.ts please.', 'runMain in src/main.ts calls parseArgs with argvList.')
  expect(survey(work).talk).toBe(0)
})

test.each([
  ['English', 'My sister Maria moved to Porto on 3 May for 900 euros a month.', 'That sounds really nice, I am happy.'],
  [
    'German',
    'Meine Schwester Maria zog am 3. Mai für 900 Euro nach Porto.',
    'Das klingt wirklich schön, ich freue mich.',
  ],
  [
    'French',
    'Ma sœur Maria part à Porto le 3 mai pour 900 euros par mois.',
    'Cela semble vraiment bien, je suis content.',
  ],
  [
    'Spanish',
    'Mi hermana María se mudó a Oporto el 3 de mayo por 900 euros.',
    'Eso suena muy bien, me alegro mucho por ti.',
  ],
  ['Chinese', '我姐姐5月3日搬到了里斯本，房租是900欧元。', '听起来真的很不错，我也替你们感到高兴呀。'],
])('Q1 in %s, a line with people, places, dates and amounts tells more than a kind one', (_, fact, kind) => {
  expect(ranked(chat(fact, kind))[0]).toBe(fact)
  expect(ranked(chat(kind, fact))[0]).toBe(fact)
})

/** Lines of more than two hundred different words, none of them a name. */
const chatter = Array.from({ length: 26 }, (_, at) =>
  Array.from('aeioubcdfg', letter => `${String.fromCharCode(97 + at)}${letter}mp`).join(' '),
)

test('Q1 a name tells less where hardly any word is one', () => {
  const opinion = 'every button should glow softly whenever somebody picks it up at night'
  const named = 'so yeah, as Priya just said, that'
  const capitals = chatter.map(line => `with ${line.replace(/\b\w/g, letter => letter.toUpperCase())}`)
  const nameOverOpinion = (lines: readonly string[]): number => {
    const seen = survey(chat(...lines, opinion, named))
    const [told, name] = [opinion, named].map(text => seen.passages.findIndex(({ quote }) => quote.text === text))
    const shares = tellingShares(seen)
    return shares[name!]! / shares[told!]!
  }
  expect(nameOverOpinion(chatter)).toBeLessThan(nameOverOpinion(capitals) * 0.8)
})

test.each([
  ['Chinese', '我们今天下午三点钟在公园门口见面吧，记得带伞', '他1964年出生，真的呀'],
  ['Japanese', 'そうですね、とてもいいとおもいますよ、ほんとうに', '彼は1964年生まれですよ'],
  ['Arabic', 'أعتقد أن هذا جميل جدا وأنا سعيد من أجلكم', 'ولد سنة 1964 هناك'],
  ['Korean', '정말 좋은 생각이라고 생각해요 그렇게 합시다', '그는 1964 년에 태어났어요'],
])('Q1 in %s, which has no capitals, a date tells more for its length', (_, kind, date) => {
  expect(densest(chat(kind, date))).toBe(date)
  expect(densest(chat(date, kind))).toBe(date)
})

test('Q1 who says little beside another one is heard', () => {
  const topics = ['sleep', 'food', 'sport', 'family', 'money', 'music', 'work', 'books', 'travel', 'friends']
  const advices = topics.map(topic => `Write a list of goals about ${topic}, because lists help a lot.`).join('\n')
  const messages = chat('My knee hurts when running uphill.', advices, 'Early mornings suit me better.', 'Good.')
  expect(ranked(messages).slice(0, 2).toSorted()).toEqual([
    'Early mornings suit me better.',
    'My knee hurts when running uphill.',
  ])
})

test('Q1 a short text for a long chat keeps what was told, not the small talk', () => {
  const talk = Array.from({ length: 40 }, () => [
    'Oh really, tell me more about it then.',
    'Well, you know how it is with these things.',
  ]).flat()
  const told = 'Booked: Hotel Aurora, room 417, check-in 12 June at 15:00.'
  const messages = chat(...talk.slice(0, 41), told, ...talk.slice(42))
  const { text } = extract({ messages, staying: new Set(), prose: null, budget: 80, targetRetention: 1, count })
  expect(text).toContain(told)
})

test('Q1 what was told in plain talk is counted, by the share of it that a text still has', () => {
  const told = [
    'My daughter Ada starts school in Leipzig on 12 August.',
    'Bitte denk daran: Tante Gerda kommt am 3. Juli um 15 Uhr.',
    'Le dentiste du docteur Morel coûte 120 euros la séance.',
    'Mi vuelo a Bogotá sale el 9 de octubre a las 22:40.',
    '我们决定12月24日在上海见王阿姨。',
    'Grandpa sold the Volvo to Mr Lindqvist for 4,200 kronor.',
  ]
  const kind = [
    'Good to know.',
    'Oh, how nice.',
    'That sounds fine.',
    'Well, why not.',
    'I see, thanks.',
    'All right then.',
  ]
  const messages = chat(...told.flatMap((line, at) => [line, kind[at]!]))
  const found = facts(messages)
  expect(found.filter(({ kind }) => kind === 'statement' || kind === 'constraint').map(({ text }) => text)).toEqual(
    expect.arrayContaining(told),
  )
  const { share, required } = retention(found, told.slice(0, 3).join('\n'))
  expect(share).toBeGreaterThan(0.4)
  expect(share).toBeLessThan(0.7)
  // Nothing is refused for what was told in talk: no text could keep it all.
  expect(required).toBeGreaterThan(share)
})
