import { first } from './first.ts'

/** The parts of a request that the fake reads. */
export type ResponsesRequest = {
  readonly model: string
  readonly stream?: boolean
  readonly store?: boolean | null
  readonly previous_response_id?: string | null
  readonly instructions?: string | null
  readonly input?: string | readonly ResponsesItem[]
  readonly tools?: readonly { readonly name?: string; readonly type: string }[]
}

export type ResponsesItem = {
  readonly type?: string
  readonly role?: string
  readonly id?: string
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly content?: ResponsesContent
  readonly output?: ResponsesContent
  readonly summary?: ResponsesContent
}

export type ResponsesContent =
  | string
  | readonly { readonly type: string; readonly text?: string; readonly refusal?: string }[]
  | null

/** The items of a request. A plain text is what a person says. */
export const inputOf = ({ input = [] }: ResponsesRequest): readonly ResponsesItem[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input

/** Whether an item only names one that was answered. Its type may be left out. */
export const isReference = ({ type, role, id }: ResponsesItem): boolean =>
  type === 'item_reference' || ((type ?? null) === null && role === undefined && id !== undefined)

/** What OpenAI would refuse about a responses request, references resolved: the first rule it breaks, in the provider's words. */
export function responsesProblem(request: ResponsesRequest): string | null {
  const input = inputOf(request)
  if (input.length === 0) return "Invalid 'input': empty array. Expected an array with minimum length 1."
  const calls = idsOf(input, 'function_call')
  const outputs = idsOf(input, 'function_call_output')
  const unknown = input.find(isReference)
  if (unknown !== undefined) return `Item with id '${unknown.id}' not found.`
  return first(input, (item, at) => {
    if (item.type === 'function_call' && !outputs.has(item.call_id)) {
      return `No tool output found for function call ${item.call_id}.`
    }
    if (item.type === 'function_call_output' && !calls.has(item.call_id)) {
      return `No tool call found for function call output with call_id ${item.call_id}.`
    }
    if (item.type === 'reasoning' && !isAssistant(input[at + 1])) {
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

const isAssistant = (item: ResponsesItem | undefined): boolean =>
  item !== undefined && (item.role === 'assistant' || item.type === 'function_call' || item.type === 'reasoning')
