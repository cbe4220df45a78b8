import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { extract } from '../extract.ts'
import { facts } from '../facts.ts'

const numbered = (...messages: readonly Message[]) => messages.map((message, at) => ({ number: at + 1, message }))
const count = (text: string): number => Math.ceil(text.length / 4)

/** The constraints that a text for a conversation with these wishes has, and those that count as facts. */
function wishesIn(wishes: readonly string[]) {
  const messages = numbered(
    user('Build it.'),
    ...wishes.flatMap(wish => [user(wish), assistant('Understood, going on with the work.')]),
    user('Go on.'),
  )
  const { text } = extract({ messages, staying: new Set(), prose: null, budget: 2_000, targetRetention: 1, count })
  const found = facts(messages).flatMap(({ kind, text }) => (kind === 'constraint' ? [text] : []))
  return { shown: wishes.filter(wish => text.includes(wish)), found }
}

test.each([
  ['Never push to the main branch.', 'Please, never ever push to main branch!'],
  ['Always run the tests before committing.', 'Again: please always run tests before you commit.'],
  ['Do not push directly to main', 'Never push to main directly.'],
  ['Use pnpm only, please', 'As I said: only use pnpm.'],
  [
    'Keep all public names of the library documented.',
    'Remember to keep all public names of the library documented and tested.',
  ],
  ['Niemals ohne Tests committen.', 'Bitte niemals ohne Tests committen!'],
  ['Il faut toujours demander avant de supprimer.', 'Toujours demander avant de supprimer !'],
])('Q2 %j and %j are one wish, in its newest words', (older, newer) => {
  expect(wishesIn([older, newer])).toEqual({ shown: [newer], found: [newer] })
})

test.each([
  ['Never use more than 5 threads.', 'Never use more than 8 threads.'],
  ['Always use tabs in the project.', 'Never use tabs in the project.'],
  ['You must push to main branch.', "You mustn't push to main branch."],
  ['Always use tabs instead of spaces.', 'Always use spaces instead of tabs.'],
  ['Always format src/a.ts with care.', 'Always format src/b.ts with care.'],
  ['Keep the public names of alpha documented.', 'Keep the public names of beta documented.'],
  ['Never push to main.', 'Never push to main without a review by Anna.'],
  ['Always test before the release of docs.', 'Always release before the test of docs.'],
])('Q2 %j and %j are two wishes', (one, other) => {
  expect(wishesIn([one, other])).toEqual({ shown: [one, other], found: [one, other] })
})
