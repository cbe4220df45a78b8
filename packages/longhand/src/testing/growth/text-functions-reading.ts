import { user } from '../../core/message.ts'
import { draftText } from '../../facts/judging/draft-text.ts'
import { flawOf, isSkeleton } from '../../facts/judging/flaws.ts'
import type { Held } from '../../facts/judging/gate.ts'
import { judge } from '../../facts/judging/judge.ts'
import { mends } from '../../facts/judging/mends.ts'
import { codeBlocks } from '../../facts/reading/code-block.ts'
import { commandHeads, isLooking } from '../../facts/reading/commands.ts'
import * as cues from '../../facts/reading/cues.ts'
import { filesOf, touches } from '../../facts/reading/files.ts'
import { foundIn, stretchesOf } from '../../facts/reading/found-in.ts'
import { holds, sentenceSearch } from '../../facts/reading/holds.ts'
import { jsonText } from '../../facts/reading/json-text.ts'
import { linesOf, outputLines, proseLines, sentencesOf } from '../../facts/reading/lines.ts'
import { messageText } from '../../facts/reading/message-text.ts'
import { namesOf } from '../../facts/reading/names.ts'
import { numbersIn } from '../../facts/reading/numbers.ts'
import { type Origin, type QuoteKind, quotesOf } from '../../facts/reading/quote.ts'
import {
  callLabel,
  callText,
  fieldsOf,
  isReplaced,
  isScript,
  workOf,
  workOfCall,
} from '../../facts/reading/tool-call.ts'
import { contentWords } from '../../facts/reading/words.ts'
import { conversationOf, entriesOf, quarter, type TextFunctions } from './text-function.ts'

/** How the core reads texts, and how it judges what a summariser wrote about them. */
export const readingFunctions: TextFunctions = {
  'facts/judging/draft-text.ts draftText': text => draftText(text, 'summary'),
  'facts/judging/draft-text.ts draftText, in its tag': text => draftText(`<summary>\n${text}\n</summary>`, 'summary'),
  'facts/judging/flaws.ts flawOf': text => flawOf({ finish: 'stop', text }, text, held(text)),
  'facts/judging/flaws.ts flawOf, of prose': text => flawOf({ finish: 'stop', text }, `${prose}\n${text}`, held(text)),
  'facts/judging/flaws.ts flawOf, of nearly the same': text =>
    flawOf({ finish: 'stop', text }, `${prose}\nb${text.slice(0, text.length / 2)}`, held(text)),
  'facts/judging/flaws.ts isSkeleton': text => isSkeleton(text, { replaces: 1e9 }),
  'facts/judging/judge.ts judge': text => judge({ finish: 'stop', text: `${prose}\n${text}` }, held(text)),
  ...Object.fromEntries(
    mends.map(({ reason, mend }) => [`facts/judging/mends.ts mends, ${reason}`, text => mend(text, held(text))]),
  ),
  'facts/judging/mends.ts mends, something that nobody said': text =>
    mends.find(({ reason }) => reason === 'something-new')!.mend(text, held(`${text.toUpperCase()}x`)),
  'facts/reading/code-block.ts codeBlocks': text => codeBlocks(text),
  'facts/reading/commands.ts commandHeads': text => commandHeads(text),
  'facts/reading/commands.ts isLooking': text => isLooking(text),
  'facts/reading/cues.ts cueOf': text => kinds.map(kind => cues.cueOf({ text, kind, origin })),
  'facts/reading/cues.ts isCommandeering': text => cues.isCommandeering(text),
  'facts/reading/cues.ts isComplaint': text => cues.isComplaint(text),
  'facts/reading/cues.ts isConstraint': text => cues.isConstraint(text),
  'facts/reading/cues.ts isDecision': text => cues.isDecision(text),
  'facts/reading/cues.ts isError': text => cues.isError(text),
  'facts/reading/cues.ts isPlanted': text => cues.isPlanted({ text, kind: 'output', origin }),
  'facts/reading/files.ts filesOf': text => filesOf(numbered(text)),
  'facts/reading/files.ts touches': text => touches(numbered(text)),
  'facts/reading/found-in.ts foundIn': text => text.split('\n').filter(foundIn(text, text.split('\n'))),
  'facts/reading/found-in.ts stretchesOf': text => stretchesOf(text, text.split('\n')),
  'facts/reading/holds.ts holds': text => text.split('\n').filter(holds(text.split('\n'), text.split('\n'))),
  'facts/reading/holds.ts sentenceSearch': text => {
    const search = sentenceSearch(text.split('\n'))
    return [text, text.slice(1)].map(one => search(one.split('\n'))(text))
  },
  'facts/reading/holds.ts holds, one sentence': text => holds(linesOf(text), [text])(text),
  'facts/reading/json-text.ts jsonText': text => jsonText([[text], text.split('\n'), { a: [{ b: text }] }]),
  'facts/reading/lines.ts linesOf': text => linesOf(text),
  'facts/reading/lines.ts outputLines': text => outputLines(text),
  'facts/reading/lines.ts proseLines': text => proseLines(text),
  'facts/reading/lines.ts sentencesOf': text => sentencesOf(text),
  'facts/reading/message-text.ts messageText': text => conversationOf(text).map(messageText),
  'facts/reading/names.ts namesOf': text => namesOf(text, Number.POSITIVE_INFINITY),
  'facts/reading/numbers.ts numbersIn': text => numbersIn(text),
  'facts/reading/quote.ts quotesOf': text => quotesOf(numbered(text)),
  'facts/reading/tool-call.ts callLabel': text => callLabel(text),
  'facts/reading/tool-call.ts callText': text => callText(call(text)),
  'facts/reading/tool-call.ts fieldsOf': text => fieldsOf({ [text]: text }),
  'facts/reading/tool-call.ts isReplaced': text => isReplaced(text),
  'facts/reading/tool-call.ts isScript': text => isScript(text),
  'facts/reading/tool-call.ts workOf': text => workOf(text),
  'facts/reading/tool-call.ts workOfCall': text => workOfCall(call(text)),
  'facts/reading/words.ts contentWords': text => contentWords(text),
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
