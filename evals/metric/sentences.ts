import type { RecordedMessage } from '../corpus.ts'
import { personWords } from './person-words.ts'
import { linesOf } from './printed.ts'
import { isNumbered } from './readings.ts'

/** Sentences that must survive as sentences. */
export type SentenceKind = 'constraint' | 'decision' | 'error'

/** The sentences of one kind in a message, by the words that give them away. */
export function sentencesOf(message: RecordedMessage): Readonly<Record<SentenceKind, readonly string[]>> {
  const { role, content } = message
  return {
    constraint: cued(personWords(message), constraintCue),
    decision: role === 'assistant' ? cued(content, decisionCue) : [],
    error: role === 'tool' ? linesOf(content).filter(isErrorLine) : [],
  }
}

const constraintCue =
  /\b(?:must(?:n['’]t)?|never|always|don['’]t|do not|only|instead of|should(?:n['’]t)?|avoid|make sure|ensure|prefer|without|not allowed|no longer)\b/i

const decisionCue =
  /\b(?:decided|decision|root cause|because|going with|chose|choosing|instead of|rather than|turns out|the (?:issue|problem|cause|fix|reason) (?:is|was))\b/i

const errorCue =
  /\b(?:error|exception|traceback|fail(?:ed|ure)?|fatal|panic|cannot|could not|undefined|unexpected|denied|not found|no such file)\b|\w(?:Error|Exception)\b/i

const cued = (text: string, cue: RegExp): readonly string[] =>
  linesOf(text)
    .flatMap(line => line.split(/(?<=[.!?])\s+/))
    .filter(sentence => sentence.length >= 20 && sentence.length <= 400 && cue.test(sentence))

const isErrorLine = (line: string): boolean =>
  line.length >= 15 && line.length <= 300 && !isNumbered(line) && errorCue.test(line) && !passedCue.test(line)

/** A test that passed may have any name. */
const passedCue = /(?:^|\s)(?:\(pass\)|✓|✔|--- PASS:)\s|\sPASSED\b/
