import type { Json } from '../../core/json.ts'

/** Whether a tool asks the person something: its result is their answer. */
export const asksPerson = (tool: string): boolean =>
  /(?:^|_)[Aa]sk(?:$|_|[A-Z])|^(?:\w{1,80}_)?[Qq]uestions?$|[Uu]ser_?[Ii]nput$/.test(tool.slice(0, 200))

/** What is worth quoting of a question that was answered: itself, and of its options those that the answer names. */
export function askedQuestion(input: Json, answer: string): readonly string[] {
  const found: string[] = []
  const visit = (value: Json, key: string, depth: number): void => {
    if (typeof value === 'string') {
      if (isQuestionKey.test(key) || (isOptionKey.test(key) && answer.includes(value))) found.push(value)
    } else if (typeof value === 'object' && value !== null && depth < maxDepth) {
      const option = isOptionKey.test(key) ? optionText(value) : null
      if (option === null)
        for (const [name, item] of entriesOf(value)) visit(item, Array.isArray(value) ? key : name, depth + 1)
      else if (answer.includes(option.label)) found.push(option.text)
    }
  }
  visit(input, 'question', 0)
  return found
}

const isQuestionKey = /^(?:question|prompt|message)$/i
const isOptionKey = /^(?:options?|choices?|suggestions?|follow_?up)$/i
const maxDepth = 6
const maxItems = 100

const entriesOf = (value: object): readonly (readonly [string, Json])[] => Object.entries(value).slice(0, maxItems)

function optionText(option: object): { readonly label: string; readonly text: string } | null {
  const { label = null, description = null } = option as { readonly [key: string]: Json }
  if (typeof label !== 'string') return null
  return { label, text: typeof description === 'string' ? `${label}: ${description}` : label }
}

/** The answers in the result of a question: each with its question, or what the person wrote. */
export function answersIn(output: string): readonly string[] {
  const pairs = output.match(/"[^"\n]{1,1000}"="[^"\n]{0,2000}"/g)
  return pairs ?? [output]
}
