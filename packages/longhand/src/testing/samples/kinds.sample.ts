import { assistant, type Message, user } from '../../core/message.ts'

/** A short conversation of each kind that people bring, with what someone who goes on with it has to know. */
export const kindSamples: Readonly<Record<'coding' | 'chat' | 'support' | 'research', KindSample>> = {
  coding: {
    messages: [
      user(
        'The export button of the invoice page writes an empty file. Find out why and fix it. Do not touch the API.',
      ),
      ...step('I will look at the exporter.', 'Read', { path: 'src/export/csv.ts' }, [
        'export async function exportCsv(rows: AsyncIterable<Row>): Promise<Blob> {',
        '  const lines = [header]',
        '  rows.forEach(row => lines.push(toLine(row)))',
        '  return new Blob(lines)',
        '}',
        ...many(60, at => `export const column${at} = { key: 'c${at}', width: ${80 + at} }`),
      ]),
      ...step('Now the tests.', 'Bash', { command: 'npm test -- csv' }, [
        ...many(40, at => `✓ src/pages/page-${at}.test.ts (${at % 7} tests) ${at}ms`),
        'FAIL src/export/csv.test.ts',
        'TypeError: rows.forEach is not a function',
        'Tests: 1 failed, 3 passed',
      ]),
      assistant(
        'The root cause is that rows is an async iterable, which has no forEach. The fix is to await each row.',
      ),
      user('Good. Keep the header even when there are no rows.'),
      ...step(
        'I will change the loop.',
        'Edit',
        {
          path: 'src/export/csv.ts',
          old_string: '  rows.forEach(row => lines.push(toLine(row)))',
          new_string: '  for await (const row of rows) lines.push(toLine(row))',
        },
        ['The file src/export/csv.ts has been updated.'],
      ),
      ...step('Once more.', 'Bash', { command: 'npm test -- csv' }, [
        ...many(40, at => `✓ src/pages/page-${at}.test.ts (${at % 7} tests) ${at}ms`),
        'Tests: 4 passed',
      ]),
      assistant('All four tests of the exporter pass. What is left is a test for an invoice without rows.'),
      user('Thanks! Write that test now.'),
    ],
    goal: 'writes an empty file',
    known: ['Do not touch the API', 'Keep the header even when there are no rows', 'changed src/export/csv.ts'],
    noise: ['Good.\n'],
  },
  chat: {
    messages: [
      user('Hello there!'),
      assistant('Hello! How can I help you today?'),
      user('I am planning a birthday dinner for my sister Marta on Saturday, June 14. She turns forty.'),
      assistant('How nice! How many guests do you expect, and do any of them avoid certain foods?'),
      user('We are nine. Her husband Piet is allergic to walnuts, and my aunt never eats fish.'),
      assistant(
        [
          'Then I suggest a mushroom risotto, a large salad with pears, and a lemon cake without nuts.',
          ...many(12, at => `${at + 1}. A good risotto takes its time: stir it slowly, and let it rest for a while.`),
          'Enjoy the preparations! It is always a pleasure to cook for people one loves.',
        ].join('\n'),
      ),
      user('Sounds great, thanks a lot!'),
      assistant('You are welcome. Shall I write a shopping list?'),
      user('Yes please. Always give amounts in grams, and keep it under 120 euros.'),
      assistant(
        [
          'Rice 900 g, mushrooms 1,200 g, pears 800 g, butter 500 g, lemons 600 g: about 85 euros in all.',
          ...many(12, at => `- Tip ${at + 1}: buy what is in season, since it tastes better and costs less.`),
        ].join('\n'),
      ),
      user('Perfect.'),
      assistant('Is there anything else that you would like to prepare?'),
      user('The dinner starts at 19:30. When do I have to begin with the cake?'),
    ],
    goal: 'birthday dinner for my sister Marta on Saturday, June 14',
    known: ['allergic to walnuts', 'Always give amounts in grams', '19:30'],
    noise: ['Sounds great', 'Tip 5'],
  },
  support: {
    messages: [
      user('Hi, my order 48213 came with a broken lamp. I want a new one, not my money back.'),
      assistant('I am sorry about that. I will look at the order.'),
      ...step('', 'get_order', { order_id: '48213' }, [
        '{"order_id": "48213", "customer": "r_okafor", "status": "delivered", "items": [{"sku": "LMP-77", "name": "Desk lamp", "price": 64.5}]}',
        ...many(40, at => `{"event": "scan", "hub": "H${at}", "at": "2026-03-0${1 + (at % 9)}T10:${10 + at}:00Z"}`),
      ]),
      assistant('Order 48213 holds one desk lamp, LMP-77, for 64.50. Is the address still 9 Mill Lane?'),
      user('No, please send it to 22 Harbour Street. I must have it before Friday.'),
      ...step('', 'check_stock', { sku: 'LMP-77' }, ['{"sku": "LMP-77", "in_stock": 3, "ships_in_days": 2}']),
      assistant('Three are in stock and it takes two days, so it arrives on Thursday. Shall I order the replacement?'),
      user('Yes, go ahead.'),
    ],
    goal: 'order 48213 came with a broken lamp',
    known: ['not my money back', '22 Harbour Street', 'before Friday', 'LMP-77'],
    noise: [],
  },
  research: {
    messages: [
      user('Compare ways to store heat for a school of 400 pupils. Only use sources from after 2015.'),
      ...step('I will search for studies.', 'WebSearch', { query: 'seasonal thermal storage school building' }, [
        'Borehole storage at a school in Brandal, 2019: 31 boreholes, 68% of the heat comes back.',
        'Water tank of 600 cubic metres at Lund Academy, 2021: 81% comes back, 410,000 euros.',
        'Ice storage in offices, 2012: 55% comes back.',
        ...many(40, at => `Advertisement ${at}: radiators and pipes for every budget, delivered to your door.`),
      ]),
      assistant(
        'The study on ice storage is from 2012, so I leave it out. Two candidates remain: boreholes and a water tank.',
      ),
      user('What about the ground? The school stands on clay.'),
      ...step('I will look for clay.', 'WebSearch', { query: 'borehole thermal storage clay' }, [
        'Clay holds heat well but conducts it badly: boreholes must be 30% deeper, says a survey of 2018.',
        ...many(
          30,
          at => `Advertisement ${at}: garden soil, gravel and clay bricks, twenty sacks for the price of ten.`,
        ),
      ]),
      assistant(
        'In clay, boreholes must be 30% deeper. I decided to count that as 30% more cost, because drilling dominates it.',
      ),
      user('Okay, thank you.'),
      assistant('What is still open is the price of 31 boreholes; no source so far gives it.'),
      user('Find that price, then write one page with a recommendation.'),
    ],
    goal: 'Compare ways to store heat for a school of 400 pupils',
    known: ['Only use sources from after 2015', '30% deeper', '81% comes back'],
    noise: ['Advertisement 5'],
  },
}

export type KindSample = {
  readonly messages: readonly Message[]
  /** Words that say what it is all about. */
  readonly goal: string
  readonly known: readonly string[]
  /** What nobody needs to read again. */
  readonly noise: readonly string[]
}

function many(count: number, line: (at: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, at) => line(at))
}

type StepInput = Readonly<Record<string, string>>

/** A call with some words before it, and what came back. */
function step(words: string, name: string, ...[input, lines]: [StepInput, readonly string[]]): readonly Message[] {
  const callId = `${name}-${JSON.stringify(input).length}-${lines.length}`
  const call = { type: 'tool-call', callId, name, input } as const
  return [
    { role: 'assistant', parts: words === '' ? [call] : [{ type: 'text', text: words }, call] },
    { role: 'tool', parts: [{ type: 'tool-result', callId, name, outcome: 'ok', output: lines.join('\n') }] },
  ]
}
