import { textOf } from '../core/message.ts'
import { eachInSteps, runToEnd, type Steps } from '../core/steps.ts'
import { statementsIn } from './choosing/prose.ts'
import { repeatedWishesSteps } from './choosing/repeated-wishes.ts'
import { isSalient, type NameTrace, type Passage, type Survey, survey } from './choosing/survey.ts'
import { isTalk } from './choosing/talk.ts'
import { isFailure } from './choosing/values.ts'
import type { Fact, FactKind } from './fact.ts'
import { codeBlocks } from './reading/code-block.ts'
import { commandHeads } from './reading/commands.ts'
import { type FileUse, fileUses } from './reading/files.ts'
import type { NumberedMessage, Quote } from './reading/quote.ts'

/** Everything in some messages that must survive a compaction, found without a model. */
export const facts = (messages: readonly NumberedMessage[]): readonly Fact[] => factsOf(messages, survey(messages))

/** The facts of the folding messages, from an existing survey. */
export const factsOf = (folding: readonly NumberedMessage[], seen: Survey): readonly Fact[] =>
  runToEnd(factsSteps(folding, seen, fileUses(folding)))

/** The same, some passages at a time, where it is known which files the messages use. */
export function* factsSteps(
  folding: readonly NumberedMessage[],
  seen: Survey,
  uses: readonly FileUse[],
): Steps<readonly Fact[]> {
  const { names, passages } = seen
  const repeated = yield* repeatedWishesSteps(passages)
  const live = passages.filter(({ quote, folds, isPlanted }) => folds && quote.kind !== 'replaced' && !isPlanted)
  const said = live.filter(passage => !repeated.has(passage))
  const inTalk = isTalk(seen)
  const inLines: Fact[] = []
  yield* eachInSteps(live, ({ quote }) => {
    inLines.push(...commandFacts(quote), ...(inTalk ? [] : numberFacts(quote)))
  })
  const errors = errorFacts(live, uses)
  yield
  const isKept = (name: NameTrace): boolean => name.folds && isSalient(name) && !(inTalk && isMereWord(name))
  return [
    ...names.filter(isKept).map(nameFact),
    ...withoutDuplicates(inLines),
    ...(inTalk ? toldFacts(said, statementsIn(seen)) : said.flatMap(sentenceFacts)),
    ...errors,
    ...withoutDuplicates(folding.flatMap(codeFacts)),
  ]
}

/** In plain talk, "LinkedIn" in an advice is a word like others. */
const isMereWord = ({ kind, messages }: NameTrace): boolean => kind === 'identifier' && messages.person === 0

/** What was told in plain talk. Decisions and numbers are told by the same lines, so they are not counted beside them. */
const toldFacts = (live: readonly Passage[], told: ReadonlySet<Passage>): readonly Fact[] =>
  live.flatMap(passage => {
    const { quote, cue } = passage
    if (cue === 'constraint') return [fact('constraint', quote.text, quote.origin)]
    return told.has(passage) ? [fact('statement', quote.text, quote.origin)] : []
  })

const nameFact = ({ kind, spelling, origin }: NameTrace): Fact => fact(kind, spelling, origin)

const fact = (kind: FactKind, text: string, { number, speaker }: Quote['origin'], fix: string | null = null): Fact => ({
  kind,
  text,
  number,
  speaker,
  fix,
})

/** Of equal facts, the last one counts. */
const withoutDuplicates = (found: readonly Fact[]): readonly Fact[] => [
  ...new Map(found.map(each => [`${each.kind} ${each.text}`, each])).values(),
]

function commandFacts({ text, kind, origin }: Quote): readonly Fact[] {
  const isScript = kind === 'command' || (kind === 'call' && origin.call?.kind === 'run')
  if (!isScript) return []
  const script = kind === 'call' ? text.slice(text.indexOf(' ') + 1) : text
  return commandHeads(script).map(head => fact('command', head, origin))
}

const numberFacts = ({ line, kind, origin }: Quote): readonly Fact[] =>
  kind === 'said' ? line.numbers.map(number => fact('number', number, origin)) : []

function sentenceFacts({ cue, quote }: Passage): readonly Fact[] {
  if (quote.kind !== 'said' || cue === null || cue === 'error') return []
  return [fact(cue === 'wish' ? 'constraint' : cue, quote.text, quote.origin)]
}

/** Errors of programs that were run, a few per run, each with the file that was edited next. */
function errorFacts(passages: readonly Passage[], uses: readonly FileUse[]): readonly Fact[] {
  const edits = uses.filter(({ use }) => use !== 'read')
  const perOrigin = new Map<Quote['origin'], number>()
  const found: Fact[] = []
  for (const passage of passages) {
    const { cue, quote } = passage
    if (cue !== 'error' || !isFailure(passage)) continue
    const before = perOrigin.get(quote.origin) ?? 0
    perOrigin.set(quote.origin, before + 1)
    if (before >= maxErrorsPerRun) continue
    const { number } = quote.origin
    const fix = edits.find(edit => edit.number > number && edit.number <= number + maxMessagesToFix)
    found.push(fact('error', quote.text, quote.origin, fix?.path ?? null))
  }
  return found
}

const maxErrorsPerRun = 8

/** An edit within this many messages after an error is taken for its fix. */
const maxMessagesToFix = 8

/** The code in an answer to the person, each block by its most informative line. */
function codeFacts({ number, message }: NumberedMessage): readonly Fact[] {
  if (message.role !== 'assistant' || message.parts.some(part => part.type === 'tool-call')) return []
  return codeBlocks(textOf(message)).map(line => fact('code', line, { number, speaker: 'assistant', call: null }))
}
