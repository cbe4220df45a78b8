import { expect, test } from 'vitest'
import { assistant, user } from '../../core/message.ts'
import { runToEnd } from '../../core/steps.ts'
import { analyseSource, extractContext } from '../extract-context.ts'
import type { Passage } from './survey.ts'

const count = (text: string): number => Math.ceil(text.length / 4)

test('Q2 lines give way to those that tell the most facts for what they cost', () => {
  const telling = 'parseLine, tokenStream, loadConfig and saveConfig live in src/reading.ts.'
  const idle = 'And then, after a while, parseLine was talked about once more, at some length and with much joy.'
  const messages = [user('Have a look.'), assistant(idle), assistant(telling), user('Good.')].map((message, at) => ({
    number: at + 1,
    message,
  }))
  const job = {
    messages,
    staying: new Set<number>(),
    prose: null,
    budget: 400,
    targetRetention: 0.97,
    minRetention: 0.9,
    count,
  }
  const context = runToEnd(extractContext(job, runToEnd(analyseSource(job))))
  const continueWithFacts = (first: readonly Passage[]) => runToEnd(context.continueWithFacts(first))
  expect(continueWithFacts([])[0]?.quote.text).toBe(telling)
  const first = context.passages.filter(({ quote }) => quote.text === idle)
  expect(continueWithFacts(first).map(({ quote }) => quote.text)).toEqual([idle, telling])
})
