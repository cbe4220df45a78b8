import { asJson } from '../../core/json.ts'
import { type FakeFailure, failure } from './answer.ts'
import { inputOf, isReference, type ResponsesItem, type ResponsesRequest } from './check-openai-responses.ts'
import type { FindHeld, References } from './references.ts'

/** What `previous_response_id` and `item_reference` stand for: every answer is held, unless `store` is false. */
export const responsesReferences: References = {
  resolve: (body, find) => {
    const { previous_response_id: previous = null, ...request } = body as unknown as ResponsesRequest
    const own = inputOf(request)
    if (previous === null && !own.some(isReference)) return { prompt: body, lost: null }
    const before = previous === null ? [] : (find('response', previous) as readonly ResponsesItem[] | null)
    if (before === null) return { prompt: body, lost: notFound(previous!) }
    const input = [...before, ...own.map(item => referred(item, find))]
    return { prompt: asJson({ ...request, input }), lost: null }
  },
  hold: ({ prompt }, answer) => {
    const request = prompt as unknown as ResponsesRequest
    if (request.store === false) return []
    const { id, output } = answer as unknown as { readonly id: string; readonly output: readonly ResponsesItem[] }
    const items = output.map(item => ({ kind: 'item', id: item.id!, value: asJson(item) }) as const)
    return [{ kind: 'response', id, value: asJson([...inputOf(request), ...output]) }, ...items]
  },
}

/** The item that a reference stands for; the reference itself where nothing is held, for the check to refuse. */
function referred(item: ResponsesItem, find: FindHeld): ResponsesItem {
  return isReference(item) ? ((find('item', item.id ?? '') as ResponsesItem | null) ?? item) : item
}

function notFound(id: string): FakeFailure {
  const message = `Previous response with id '${id}' not found.`
  const more = { type: 'invalid_request_error', param: 'previous_response_id', code: 'previous_response_not_found' }
  return failure('bad-request', { exact: { status: 400, body: { error: { message, ...more } } } })
}
