import type { Json } from 'longhand/internal/core'
import { answer, type Behaviour, type FakeRequest, type Said } from 'longhand/internal/testing'
import { countTokens } from 'longhand/tokens'

// What the scenarios talk about: a bakery agrees its prices one by one. The texts are long enough to fill a small window.

/** One more thing that the person says. */
export const item = (number: number): string =>
  `Item ${number}: the price in src/prices/item-${number}.ts is ${number}.50 euros. ${'It was agreed. '.repeat(12)}`

/** What the chat's model answers. */
export const noted: Behaviour = () => answer(`Noted. ${'So it is. '.repeat(8)}`)

/** A summary that a good summariser would write of such a conversation. */
export const goodSummary = `## Goal
The person agreed the prices of the bakery one by one and wanted each of them written down as it came.

## Decisions
Every price stood in a file of its own under src/prices, named after its item, and was given in euros with two digits.
None of them was changed later; each was confirmed several times in the same message.

## Files
One file for each item under src/prices was named; nothing in it but the price was spoken of.

## State
All prices up to this place were agreed and noted by the assistant. Nothing was open, nothing was blocked.

## Next steps
The person went on with the next item.`

/** One of a later part: who copies the last summary has not summarised. */
export const laterSummary = `## Goal
More items of the bakery got their price, in the order in which the person named them.

## Decisions
Each price was agreed at once and stood in euros in the file of its item, below src/prices. No price was taken back.

## Files
Only the files of the items were spoken of, one for each.

## State
Everything that was asked for had been noted by the assistant; no question was left.

## Next steps
Further items were to follow.`

export const summarised: Behaviour = ({ attempt }) => answer(attempt % 2 === 1 ? goodSummary : laterSummary)

/** What the provider reports: its tokenizer counts a little more than ours, as Claude's does. */
export const usage = ({ text, body }: FakeRequest, says: readonly Said[]) => ({
  input: Math.ceil(countTokens(text + JSON.stringify((body as { tools?: Json }).tools ?? '')) * 1.16) + 10,
  output: Math.ceil(countTokens(says.map(said => ('text' in said ? said.text : JSON.stringify(said))).join('')) * 1.16),
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
})
