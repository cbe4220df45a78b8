import { expect, test } from 'vitest'
import { isConstraint } from './constraints.ts'

test.each([
  'Never push to main.',
  "Please don't touch the tests",
  'Always include data encryption details when I ask about data privacy.',
  'Answers should be short.',
  'I prefer a window seat.',
  "I don't want to fly on Sundays.",
  'Keep the output compact and specific.',
  'Can you make sure that nobody is left out?',
  'Use the side door instead.',
  'Wir müssen das bis Freitag schaffen, niemals ohne Tests.',
  'Bitte keine E-Mails am Wochenende.',
  'Die Antwort sollte auf Deutsch sein.',
  'Il faut toujours demander.',
  'Réponds uniquement en français.',
  "N'utilise pas de sucre.",
  'Nunca uses var.',
  'Prefiero un asiento de ventanilla.',
  'No llames después de las diez.',
  '必须使用 TypeScript',
  '请不要打电话。',
  '以后都用中文回答。',
  'Это нужно сделать сегодня',
  'テストは必ず書いてください',
])('Q1 %j is a constraint', line => {
  expect(isConstraint(line)).toBe(true)
})

test.each([
  'Keep it up!',
  'Good to see you.',
  "Don't worry about it.",
  "I've never enrolled in any course.",
  "I don't know his name.",
  "I'll make sure to bring the documents.",
  'How can I avoid burnout?',
  'Should I take the train?',
  'It always started at noon.',
  'Ich war noch nie in Rom.',
  'Muss ich da hin?',
  'Ich habe immer gern gekocht.',
  "Je n'ai jamais vu Lyon.",
  'Dois-je venir ?',
  'Nunca he estado en Lima.',
  'No sé su nombre.',
  "No, don't do that.",
  'Rather, let me rephrase that.',
  "Well, maybe you don't.",
  "No, I don't want to do that.",
  'These should be great for our evening!',
  '她现在岁数应该不小了吧？',
  '必须的啊，我最喜欢他了。',
  '那这里要不要门票呀？',
])('Q1 %j is no constraint', line => {
  expect(isConstraint(line)).toBe(false)
})
