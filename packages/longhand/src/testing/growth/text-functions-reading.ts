import { firstWords } from '../../core/first-words.ts'
import { markBinary } from '../../core/mark-binary.ts'
import { user } from '../../core/message.ts'
import { authoredTexts, isFromPerson, personText } from '../../core/person-text.ts'
import { splitByAuthor } from '../../core/program-text.ts'
import { runToEnd } from '../../core/steps.ts'
import { toolKind } from '../../core/tool-kind.ts'
import { type AdditionContext, additionSizes, renderAddition } from '../../facts/addition.ts'
import { dateNames } from '../../facts/choosing/features.ts'
import { callHeading, hasGap, lineText } from '../../facts/choosing/ledger.ts'
import { ledgerSizes } from '../../facts/choosing/ledger-size.ts'
import { statementsIn, tellingShares } from '../../facts/choosing/prose.ts'
import { repeatedWishesSteps } from '../../facts/choosing/repeated-wishes.ts'
import { seriesMiddlesSteps } from '../../facts/choosing/series.ts'
import { survey } from '../../facts/choosing/survey.ts'
import { lengthOf, talkShare } from '../../facts/choosing/talk.ts'
import { draftText } from '../../facts/judging/draft-text.ts'
import { findFlaw, isSkeleton } from '../../facts/judging/flaws.ts'
import type { DraftContext } from '../../facts/judging/gate.ts'
import { judge } from '../../facts/judging/judge.ts'
import { repairs } from '../../facts/judging/repairs.ts'
import { passageFitter } from '../../facts/passage-fitter.ts'
import { answersIn, askedQuestion, asksPerson } from '../../facts/reading/asked-question.ts'
import { codeBlocks } from '../../facts/reading/code-block.ts'
import { commandHeads, isReadOnlyScript, programOf } from '../../facts/reading/commands.ts'
import { isConstraint, soundsLikeConstraint } from '../../facts/reading/constraints.ts'
import * as cues from '../../facts/reading/cues.ts'
import { detailWords } from '../../facts/reading/details.ts'
import { filesOf, fileUses } from '../../facts/reading/files.ts'
import { foundIn, rangesOf, textSearch, wordSearch } from '../../facts/reading/found-in.ts'
import { jsonText } from '../../facts/reading/json-text.ts'
import { linesOf, outputLines, proseLines, readRawLine, sentencesOf } from '../../facts/reading/lines.ts'
import { messageText } from '../../facts/reading/message-text.ts'
import { readNames } from '../../facts/reading/names.ts'
import { numbersIn } from '../../facts/reading/numbers.ts'
import { diffFiles, patchFiles } from '../../facts/reading/patch-files.ts'
import { type Origin, quotesOf } from '../../facts/reading/quote.ts'
import { cueOf, isPlanted } from '../../facts/reading/quote-cue.ts'
import { allNamesOf, lineOf, namesOf } from '../../facts/reading/read-line.ts'
import { readScriptFiles } from '../../facts/reading/script-files.ts'
import { linesHold, sentenceSearch } from '../../facts/reading/sentence-search.ts'
import { scriptParts, shellCommands } from '../../facts/reading/shell-script.ts'
import { isSmallTalk } from '../../facts/reading/small-talk.ts'
import { argumentLines, linesAs, type QuoteKind, returnedLines } from '../../facts/reading/text-lines.ts'
import {
  callKind,
  callLabel,
  callText,
  fieldsOf,
  isReplacedKey,
  isScriptKey,
  scriptsIn,
} from '../../facts/reading/tool-call.ts'
import { unescapedJson } from '../../facts/reading/unescaped-json.ts'
import { isMinified, lineWithoutBinary, withoutBinary } from '../../facts/reading/without-binary.ts'
import { allWords, contentWords, isCjk } from '../../facts/reading/words.ts'
import { readText } from '../../facts/text-reading.ts'
import { byProgram } from '../../wire/by-program.ts'
import { conversationOf, entriesOf, quarter, type TextFunctions } from './text-function.ts'

/** How the core reads texts, and how it judges what a summariser wrote about them. */
export const readingFunctions: TextFunctions = {
  'core/mark-binary.ts markBinary': text => markBinary(text, String),
  'facts/choosing/repeated-wishes.ts repeatedWishesSteps': text =>
    runToEnd(repeatedWishesSteps(survey(numbered(text)).passages)),
  'facts/judging/draft-text.ts draftText': text => draftText(text, 'summary'),
  'facts/judging/draft-text.ts draftText, in its tag': text => draftText(`<summary>\n${text}\n</summary>`, 'summary'),
  'facts/judging/flaws.ts findFlaw': text => findFlaw({ finish: 'stop', text }, text, held(text)),
  'facts/judging/flaws.ts findFlaw, of prose': text =>
    findFlaw({ finish: 'stop', text }, `${prose}\n${text}`, held(text)),
  'facts/judging/flaws.ts findFlaw, of nearly the same': text =>
    findFlaw({ finish: 'stop', text }, `${prose}\nb${text.slice(0, text.length / 2)}`, held(text)),
  'facts/judging/flaws.ts isSkeleton': text => isSkeleton(text, { replacedTokens: 1e9 }),
  'facts/judging/judge.ts judge': text => judge({ finish: 'stop', text: `${prose}\n${text}` }, held(text)),
  ...Object.fromEntries(
    repairs.map(({ reason, apply }) => [
      `facts/judging/repairs.ts repairs, ${reason}`,
      text => apply(text, held(text)),
    ]),
  ),
  'facts/judging/repairs.ts repairs, something that nobody said': text =>
    repairs.find(({ reason }) => reason === 'something-new')!.apply(text, held(`${text.toUpperCase()}x`)),
  'facts/reading/asked-question.ts answersIn': text => answersIn(text),
  'facts/reading/asked-question.ts askedQuestion': text => askedQuestion({ question: text, options: [text] }, text),
  'facts/reading/asked-question.ts asksPerson': text => asksPerson(text),
  'facts/choosing/prose.ts statementsIn': text => statementsIn(survey(numbered(text))),
  'facts/choosing/prose.ts tellingShares': text => tellingShares(survey(numbered(text))),
  'facts/choosing/series.ts seriesMiddlesSteps': text => {
    const { passages, names } = survey(numbered(text))
    return runToEnd(seriesMiddlesSteps(passages, names))
  },
  'facts/choosing/talk.ts talkShare': text => talkShare(survey(numbered(text)).passages),
  'facts/choosing/talk.ts lengthOf': text => lengthOf(survey(numbered(text)).passages),
  'facts/reading/code-block.ts codeBlocks': text => codeBlocks(text),
  'facts/reading/commands.ts commandHeads': text => commandHeads(text),
  'facts/reading/commands.ts isReadOnlyScript': text => isReadOnlyScript(text),
  'facts/reading/commands.ts programOf': text => programOf(text.split(' ')),
  'facts/reading/constraints.ts isConstraint': text => isConstraint(text),
  'facts/reading/constraints.ts soundsLikeConstraint': text => soundsLikeConstraint(text),
  'facts/reading/quote-cue.ts cueOf': text => kinds.map(kind => cueOf({ text, kind, origin, line: lineOf(text) })),
  'facts/reading/cues.ts isInjection': text => cues.isInjection(text),
  'facts/reading/cues.ts isProgramError': text => cues.isProgramError(text),
  'facts/reading/cues.ts isDecision': text => cues.isDecision(text),
  'facts/reading/cues.ts isError': text => cues.isError(text),
  'facts/reading/quote-cue.ts isPlanted': text => isPlanted({ kind: 'output', line: lineOf(text) }),
  'facts/reading/details.ts detailWords': text => detailWords(text),
  'facts/reading/small-talk.ts isSmallTalk': text => isSmallTalk(text),
  'facts/reading/files.ts filesOf': text => filesOf(fileUses(numbered(text))),
  'facts/reading/files.ts fileUses': text => fileUses(numbered(text)),
  'facts/reading/found-in.ts foundIn': text => text.split('\n').filter(foundIn(text, text.split('\n'))),
  'facts/reading/found-in.ts textSearch': text => text.split('\n').filter(textSearch(text.split('\n'))(text)),
  'facts/choosing/ledger.ts lineText': text =>
    survey(numbered(text)).passages.map(passage => lineText(passage, 'first', true)),
  'facts/choosing/ledger.ts callHeading': text =>
    callHeading(
      { number: 1, speaker: 'tool', call: { line: text, label: text, kind: 'run', outcome: 'error' } },
      'whole',
    ),
  'facts/choosing/ledger.ts hasGap': text => survey(numbered(text)).passages.map(passage => hasGap(passage, passage)),
  'facts/choosing/ledger-size.ts ledgerSizes': text =>
    ledgerSizes(survey(numbered(text)).passages, () => 'record', quarter)(1_000_000),
  'facts/addition.ts renderAddition': text => renderAddition(additionTo(text), survey(numbered(text)).passages, [text]),
  'facts/addition.ts additionSizes': text =>
    additionSizes(additionTo(text), survey(numbered(text)).passages)(1_000_000),
  'facts/choosing/features.ts dateNames': text => dateNames(survey(numbered(text))),
  'facts/passage-fitter.ts passageFitter': text =>
    runToEnd(runToEnd(passageFitter(additionTo(text), survey(numbered(text)).passages))(0.5)),
  'facts/reading/found-in.ts wordSearch': text => wordSearch(text.split('\n'))(text),
  'facts/reading/lines.ts readRawLine': text => readRawLine(text),
  'facts/text-reading.ts readText': text => runToEnd(readText(text)),
  'facts/reading/without-binary.ts lineWithoutBinary': text => lineWithoutBinary(text),
  'facts/reading/found-in.ts rangesOf': text => rangesOf(text, text.split('\n')),
  'facts/reading/sentence-search.ts linesHold': text =>
    text.split('\n').filter(linesHold(text.split('\n'), text.split('\n'))),
  'facts/reading/sentence-search.ts sentenceSearch': text => {
    const search = sentenceSearch(text.split('\n'))
    return [text, text.slice(1)].map(one => search(one.split('\n').map(lineOf))(text))
  },
  'facts/reading/sentence-search.ts linesHold, one sentence': text => linesHold(linesOf(text), [text])(text),
  'facts/reading/json-text.ts jsonText': text => jsonText([[text], text.split('\n'), { a: [{ b: text }] }]),
  'facts/reading/lines.ts linesOf': text => linesOf(text),
  'facts/reading/lines.ts outputLines': text => outputLines(text),
  'facts/reading/lines.ts proseLines': text => proseLines(text),
  'facts/reading/lines.ts sentencesOf': text => sentencesOf(text),
  'facts/reading/message-text.ts messageText': text => conversationOf(text).map(messageText),
  'facts/reading/read-line.ts allNamesOf': text => allNamesOf(text),
  'facts/reading/read-line.ts namesOf': text => namesOf(text),
  'facts/reading/names.ts readNames': text => readNames(text, Number.POSITIVE_INFINITY),
  'facts/reading/numbers.ts numbersIn': text => numbersIn(text),
  'facts/reading/patch-files.ts diffFiles': text => diffFiles(text),
  'facts/reading/patch-files.ts patchFiles': text => patchFiles(text),
  'facts/reading/text-lines.ts linesAs': text => linesAs('said', text.split('\n')).map(({ line }) => line.names),
  'facts/reading/text-lines.ts returnedLines': text => returnedLines([text, text]),
  'facts/reading/text-lines.ts argumentLines': text =>
    ['old_str', 'content', 'command', 'more'].map(key => argumentLines({ key, text })),
  'facts/reading/script-files.ts readScriptFiles': text => readScriptFiles(text),
  'facts/reading/shell-script.ts scriptParts': text => scriptParts(text),
  'facts/reading/shell-script.ts shellCommands': text => shellCommands(text),
  'facts/reading/quote.ts quotesOf': text => quotesOf(numbered(text)),
  'facts/reading/unescaped-json.ts unescapedJson': text => unescapedJson(text),
  'facts/reading/unescaped-json.ts unescapedJson, in JSON': text =>
    unescapedJson(JSON.stringify({ a: JSON.stringify([text, text.split('\n')]) })),
  'facts/reading/without-binary.ts isMinified': text => isMinified(text),
  'facts/reading/without-binary.ts withoutBinary': text => withoutBinary(text),
  'facts/reading/tool-call.ts callLabel': text => callLabel(text),
  'facts/reading/tool-call.ts callText': text => callText(call(text)),
  'facts/reading/tool-call.ts fieldsOf': text => fieldsOf({ [text]: text }),
  'facts/reading/tool-call.ts scriptsIn': text => scriptsIn(call(text)),
  'facts/reading/tool-call.ts isReplacedKey': text => isReplacedKey(text),
  'facts/reading/tool-call.ts isScriptKey': text => isScriptKey(text),
  'core/first-words.ts firstWords': text => firstWords(conversationOf(text)),
  'core/person-text.ts authoredTexts': text => authoredTexts({ type: 'text', text }),
  'core/person-text.ts isFromPerson': text => conversationOf(text).map(isFromPerson),
  'core/person-text.ts personText': text => conversationOf(text).map(personText),
  'core/program-text.ts splitByAuthor': text => splitByAuthor(text),
  'core/program-text.ts splitByAuthor, never closed': text =>
    splitByAuthor(text.replaceAll('\n', '\n<system-reminder>\n# Context from my IDE setup:\n<task>')),
  'wire/by-program.ts byProgram': text => conversationOf(text).map(byProgram),
  'core/tool-kind.ts toolKind': text => toolKind(text),
  'facts/reading/tool-call.ts callKind': text => callKind(call(text)),
  'facts/reading/words.ts isCjk': text => isCjk(text),
  'facts/reading/words.ts allWords': text => allWords(text),
  'facts/reading/words.ts contentWords': text => contentWords(text),
}

const numbered = (text: string) => entriesOf(conversationOf(text))

/** Enough words of the conversation to get past the gates that look for words. */
const prose = Array.from(
  { length: 8 },
  (_, at) => `- The harbour office decided that boat ${at} leaves with tide ${at} because the lock opens early.`,
).join('\n')

const held = (text: string): DraftContext => ({
  messages: entriesOf([user(prose.replaceAll('- ', 'They say: ')), ...conversationOf(text)]),
  knownTexts: [text],
  replacedTokens: 1e9,
  tag: 'summary',
  budget: 200,
  count: quarter,
})

const additionTo = (text: string): AdditionContext => ({
  job: {
    messages: numbered(text),
    staying: new Set(),
    prose: null,
    budget: 1_000,
    targetRetention: 1,
    carried: [text],
    count: quarter,
  },
  files: text,
  sectionOf: () => 'record',
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
