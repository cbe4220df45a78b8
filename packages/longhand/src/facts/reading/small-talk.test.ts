import { expect, test } from 'vitest'
import { isSmallTalk } from './small-talk.ts'

test.each([
  'Good to see you.',
  'Hi there, how are you today?',
  'Thanks a lot!',
  'Thanks for everything.',
  'Yes, that is correct.',
  'Perfect, sounds good!',
  'Ines Falk MP: Thank you, Minister.',
  'Guten Tag, wie geht es Ihnen?',
  'Bonjour, comment ça va ?',
  '¡Hola! ¿Qué tal?',
  '你好，很高兴见到你！',
])('Q1 %j is small talk', line => {
  expect(isSmallTalk(line)).toBe(true)
})

test.each([
  'Hi, I need a table for two at seven.',
  'Good morning, the boiler is broken.',
  'Fix it.',
  'Ines Falk MP: My last question is about buses.',
  'Have everything fixed by noon.',
  'Hallo, ich suche eine Wohnung in Köln.',
  'Bonjour, je cherche un médecin.',
  'Hola, busco un hotel en Lima.',
  '你好，我想订一张票。',
])('Q1 %j is more than small talk', line => {
  expect(isSmallTalk(line)).toBe(false)
})
