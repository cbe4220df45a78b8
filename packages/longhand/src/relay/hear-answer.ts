import type { Json } from '../core/json.ts'
import { flatJson } from '../wire/flat-json.ts'
import { isJsonObject, type JsonObject } from '../wire/json-object.ts'
import type { HeardAnswer, Protocol } from './protocol.ts'

/** Listens to an answer while it is passed on. */
export type AnswerListener = {
  /** `pause`: so much was heard that others should have their turn before more comes. */
  push(bytes: Uint8Array): 'on' | 'pause'
  /** What was heard; null when it was nothing that can be read. */
  end(): (HeardAnswer & { readonly complete: boolean }) | null
}

export type HearOptions = {
  readonly form: 'events' | 'whole'
  readonly onFault: (fault: unknown) => void
  /** Told what a provider says has gone wrong after it had begun to answer, as JSON. */
  readonly onFailure?: (said: string) => void
}

/** More than any model writes; what is longer is passed on and not heard. */
const maxLength = 64_000_000

/** The same of lines, and of lines that look like an event and are none: each of these takes long. */
const maxLines = 1_000_000
const maxBroken = 1_000

/** The event that ends an answer often repeats what the one before it said. Each that is told may lead to a compaction. */
const maxFailures = 3

/** Lines that are heard in a few milliseconds. */
const linesPerTurn = 5_000

/** Deeper than any real answer, and shallow enough for recursive functions. */
const maxDepth = 200

/**
 * Nothing here throws: whatever comes, the answer goes on to its reader. `onFault` is told once why no more of it is heard:
 * that is a bug of ours, and what the answer said is missing from the conversation until the client sends it again.
 */
export function hearAnswer(protocol: Protocol, { form, onFault, onFailure }: HearOptions): AnswerListener {
  const listener = form === 'events' ? hearEvents(protocol, onFailure) : hearWhole(protocol)
  let isLost = false
  // H4.25 what nobody has thought of is passed on and not heard.
  const unlessLost = <Result>(hear: () => Result): Result | null => {
    try {
      return isLost ? null : hear()
    } catch (fault) {
      isLost = true
      onFault(fault)
      return null
    }
  }
  return {
    push: bytes => unlessLost(() => listener.push(bytes)) ?? 'on',
    end: () => unlessLost(() => listener.end()),
  }
}

function hearWhole({ readAnswer }: Protocol): AnswerListener {
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let length = 0
  return {
    push(bytes) {
      length += bytes.length
      if (length <= maxLength) pieces.push(decoder.decode(bytes, { stream: true }))
      return 'on'
    },
    end() {
      const body = length <= maxLength ? objectIn(pieces.join('')) : null
      const heard = body === null ? null : readAnswer(body)
      return heard && { ...heard, complete: true }
    },
  }
}

function hearEvents({ createAnswerReader }: Protocol, onFailure: HearOptions['onFailure']): AnswerListener {
  const decoder = new TextDecoder()
  const reader = createAnswerReader()
  let line: string[] = []
  let [length, lines, broken, linesThisTurn, failures] = [0, 0, 0, 0, 0]
  // H4.4 of what no model writes the first is heard.
  const isTooMuch = () => length > maxLength || lines > maxLines || broken >= maxBroken
  const endLine = () => {
    lines++
    linesThisTurn++
    const text = line.join('')
    line = []
    // What cannot be an event is not parsed: an error for each line would take longer than all else.
    if (isTooMuch() || !beginsEvent.test(text)) return
    const event = objectIn(text.slice(5))
    if (event === null) {
      broken++
      return
    }
    reader.add(event)
    const failure = failures < maxFailures ? failureIn(event) : null
    if (failure === null) return
    failures++
    onFailure?.(JSON.stringify({ error: failure }))
  }
  return {
    push(bytes) {
      length += bytes.length
      if (isTooMuch()) return 'on'
      const [first, ...others] = decoder.decode(bytes, { stream: true }).split('\n') as [string, ...string[]]
      line.push(first)
      for (const text of others) {
        endLine()
        line.push(text)
      }
      if (linesThisTurn < linesPerTurn) return 'on'
      linesThisTurn = 0
      return 'pause'
    },
    end() {
      endLine()
      const heard = reader.answer()
      return heard && { ...heard, complete: reader.isComplete() && !isTooMuch() }
    },
  }
}

const beginsEvent = /^data:\s*\{/

/** What an event says has gone wrong: by itself, or in the response that it ends. */
function failureIn({ type, error, response, ...others }: JsonObject): JsonObject | null {
  if (isJsonObject(error)) return error
  if (type === 'error') return others
  return type === 'response.failed' && isJsonObject(response) && isJsonObject(response.error) ? response.error : null
}

function objectIn(text: string): JsonObject | null {
  try {
    const value = JSON.parse(flatJson(text, maxDepth)) as Json
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
