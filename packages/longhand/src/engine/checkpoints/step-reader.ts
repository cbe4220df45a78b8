import { judgeable } from '../../core/landmark.ts'
import { type Message, type Part, type ToolResultPart, textOf } from '../../core/message.ts'

/** Reads a step while it grows: gives what is new in it each time, in whole sentences, and calls when they are answered. */
export type StepReader = (parts: readonly Part[]) => readonly Message[]

export function createStepReader(): StepReader {
  let readLength = 0
  const readResults = new Set<string>()
  return parts => {
    const text = judgeable(textOf({ role: 'assistant', parts }).slice(readLength))
    readLength += text.length
    const results = parts.filter(part => part.type === 'tool-result' && !readResults.has(part.callId))
    const answered = new Set(results.map(part => (part as ToolResultPart).callId))
    for (const callId of answered) readResults.add(callId)
    const calls = parts.filter(part => part.type === 'tool-call' && answered.has(part.callId))
    if (text === '' && results.length === 0) return []
    return [
      { role: 'assistant', parts: [{ type: 'text', text }, ...calls] },
      { role: 'tool', parts: results },
    ]
  }
}
