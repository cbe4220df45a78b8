import { draftText } from '../core/judging/draft-text.ts'
import { flawOf, isSkeleton } from '../core/judging/flaws.ts'
import type { Held } from '../core/judging/gate.ts'
import { judge } from '../core/judging/judge.ts'
import { mends } from '../core/judging/mends.ts'
import { user } from '../core/message.ts'
import { codeBlocks } from '../core/reading/code-block.ts'
import { commandHeads, isLooking } from '../core/reading/commands.ts'
import * as cues from '../core/reading/cues.ts'
import { filesOf, touches } from '../core/reading/files.ts'
import { foundIn, stretchesOf } from '../core/reading/found-in.ts'
import { holds, sentenceSearch } from '../core/reading/holds.ts'
import { jsonText } from '../core/reading/json-text.ts'
import { linesOf, outputLines, proseLines, sentencesOf } from '../core/reading/lines.ts'
import { messageText } from '../core/reading/message-text.ts'
import { namesOf } from '../core/reading/names.ts'
import { numbersIn } from '../core/reading/numbers.ts'
import { type Origin, type QuoteKind, quotesOf } from '../core/reading/quote.ts'
import { callLabel, callText, fieldsOf, isReplaced, isScript, workOf, workOfCall } from '../core/reading/tool-call.ts'
import { contentWords } from '../core/reading/words.ts'
import { conversationOf, entriesOf, quarter, type TextFunctions } from './text-function.ts'

/** How the core reads texts, and how it judges what a summariser wrote about them. */
export const readingFunctions: TextFunctions = {
  'core/judging/draft-text.ts draftText': text => draftText(text, 'summary'),
  'core/judging/draft-text.ts draftText, in its tag': text => draftText(`<summary>\n${text}\n</summary>`, 'summary'),
  'core/judging/flaws.ts flawOf': text => flawOf({ finish: 'stop', text }, text, held(text)),
  'core/judging/flaws.ts flawOf, of prose': text => flawOf({ finish: 'stop', text }, `${prose}\n${text}`, held(text)),
  'core/judging/flaws.ts flawOf, of nearly the same': text =>
    flawOf({ finish: 'stop', text }, `${prose}\nb${text.slice(0, text.length / 2)}`, held(text)),
  'core/judging/flaws.ts isSkeleton': text => isSkeleton(text, { replaces: 1e9 }),
  'core/judging/judge.ts judge': text => judge({ finish: 'stop', text: `${prose}\n${text}` }, held(text)),
  ...Object.fromEntries(
    mends.map(({ reason, mend }) => [`core/judging/mends.ts mends, ${reason}`, text => mend(text, held(text))]),
  ),
  'core/judging/mends.ts mends, something that nobody said': text =>
    mends.find(({ reason }) => reason === 'something-new')!.mend(text, held(`${text.toUpperCase()}x`)),
  'core/reading/code-block.ts codeBlocks': text => codeBlocks(text),
  'core/reading/commands.ts commandHeads': text => commandHeads(text),
  'core/reading/commands.ts isLooking': text => isLooking(text),
  'core/reading/cues.ts cueOf': text => kinds.map(kind => cues.cueOf({ text, kind, origin })),
  'core/reading/cues.ts isCommandeering': text => cues.isCommandeering(text),
  'core/reading/cues.ts isComplaint': text => cues.isComplaint(text),
  'core/reading/cues.ts isConstraint': text => cues.isConstraint(text),
  'core/reading/cues.ts isDecision': text => cues.isDecision(text),
  'core/reading/cues.ts isError': text => cues.isError(text),
  'core/reading/cues.ts isPlanted': text => cues.isPlanted({ text, kind: 'output', origin }),
  'core/reading/files.ts filesOf': text => filesOf(numbered(text)),
  'core/reading/files.ts touches': text => touches(numbered(text)),
  'core/reading/found-in.ts foundIn': text => text.split('\n').filter(foundIn(text, text.split('\n'))),
  'core/reading/found-in.ts stretchesOf': text => stretchesOf(text, text.split('\n')),
  'core/reading/holds.ts holds': text => text.split('\n').filter(holds(text.split('\n'), text.split('\n'))),
  'core/reading/holds.ts sentenceSearch': text => {
    const search = sentenceSearch(text.split('\n'))
    return [text, text.slice(1)].map(one => search(one.split('\n'))(text))
  },
  'core/reading/holds.ts holds, one sentence': text => holds(linesOf(text), [text])(text),
  'core/reading/json-text.ts jsonText': text => jsonText([[text], text.split('\n'), { a: [{ b: text }] }]),
  'core/reading/lines.ts linesOf': text => linesOf(text),
  'core/reading/lines.ts outputLines': text => outputLines(text),
  'core/reading/lines.ts proseLines': text => proseLines(text),
  'core/reading/lines.ts sentencesOf': text => sentencesOf(text),
  'core/reading/message-text.ts messageText': text => conversationOf(text).map(messageText),
  'core/reading/names.ts namesOf': text => namesOf(text, Number.POSITIVE_INFINITY),
  'core/reading/numbers.ts numbersIn': text => numbersIn(text),
  'core/reading/quote.ts quotesOf': text => quotesOf(numbered(text)),
  'core/reading/tool-call.ts callLabel': text => callLabel(text),
  'core/reading/tool-call.ts callText': text => callText(call(text)),
  'core/reading/tool-call.ts fieldsOf': text => fieldsOf({ [text]: text }),
  'core/reading/tool-call.ts isReplaced': text => isReplaced(text),
  'core/reading/tool-call.ts isScript': text => isScript(text),
  'core/reading/tool-call.ts workOf': text => workOf(text),
  'core/reading/tool-call.ts workOfCall': text => workOfCall(call(text)),
  'core/reading/words.ts contentWords': text => contentWords(text),
}

const numbered = (text: string) => entriesOf(conversationOf(text))

/** Enough words of the conversation to get past the gates that look for words. */
const prose = Array.from(
  { length: 8 },
  (_, at) => `- The harbour office decided that boat ${at} leaves with tide ${at} because the lock opens early.`,
).join('\n')

const held = (text: string): Held => ({
  messages: entriesOf([user(prose.replaceAll('- ', 'They say: ')), ...conversationOf(text)]),
  known: [text],
  replaces: 1e9,
  tag: 'summary',
  budget: 200,
  count: quarter,
})

const origin: Origin = { number: 1, speaker: 'person', call: null }
const kinds: readonly QuoteKind[] = ['said', 'output']

const call = (text: string) =>
  ({
    type: 'tool-call',
    callId: 'c',
    name: 'bash',
    input: { command: text, old_str: text, [text]: [text, text] },
  }) as const
