import { first } from './first.ts'

/** The parts of a request that the fake reads. */
export type ResponsesRequest = {
  readonly model: string
  readonly stream?: boolean
  readonly input?: readonly ResponsesItem[]
  readonly tools?: readonly { readonly name?: string; readonly type: string }[]
}

export type ResponsesItem = {
  readonly type?: string
  readonly role?: string
  readonly id?: string
  readonly call_id?: string
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[]
  readonly output?: string | readonly { readonly type: string; readonly text?: string }[]
}

/** What OpenAI would refuse about a responses request: the first rule it breaks, in the provider's words. */
export function responsesProblem({ input = [] }: ResponsesRequest): string | null {
  if (input.length === 0) return "Invalid 'input': empty array. Expected an array with minimum length 1."
  const calls = idsOf(input, 'function_call')
  const outputs = idsOf(input, 'function_call_output')
  return first(input, (item, at) => {
    if (item.type === 'item_reference' && !wasIssued(item.id)) return `Item with id '${item.id}' not found.`
    if (item.type === 'function_call' && !outputs.has(item.call_id)) {
      return `No tool output found for function call ${item.call_id}.`
    }
    if (item.type === 'function_call_output' && !calls.has(item.call_id)) {
      return `No tool call found for function call output with call_id ${item.call_id}.`
    }
    if (isReasoning(item) && !isAssistant(input[at + 1])) {
      return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`
    }
    if (Array.isArray(item.content) && item.content.length === 0) {
      return `Invalid 'input[${at}].content': empty array. Expected an array with minimum length 1.`
    }
    return null
  })
}

const idsOf = (items: readonly ResponsesItem[], type: string) =>
  new Set(items.flatMap(item => (item.type === type ? [item.call_id] : [])))

/** The fake makes its ids in one form, so that it knows its own without remembering them. */
const wasIssued = (id: string | undefined): boolean => /^(msg|rs|fc)_fake_\d+_\d+$/.test(id ?? '')

const isReasoning = (item: ResponsesItem): boolean => item.type === 'reasoning' || /^rs_/.test(item.id ?? '')

const isAssistant = (item: ResponsesItem | undefined): boolean =>
  item !== undefined &&
  (item.role === 'assistant' || ['function_call', 'item_reference', 'reasoning'].includes(item.type ?? ''))
