import type { Json } from '../core/json.ts'
import type { Steps } from '../core/steps.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import { isJsonObject, textOr } from '../wire/json-object.ts'
import { itemIdOf } from '../wire/openai-responses.ts'
import type { HeardAnswer } from './protocol.ts'
import { type RequestBytes, smallMembers } from './read-request.ts'
import { providerStateOf } from './request-reader.ts'
import { takeValue } from './scan-object.ts'

/** H4.17 the ids by which a request names answers and items of answers; null where it has a member twice, or cannot be read. */
export const namedAnswers = (request: RequestBytes): Promise<readonly string[] | null> => runSteps(namesSteps(request))

function* namesSteps(request: RequestBytes): Steps<readonly string[] | null> {
  const { bytes, members, protocol } = request
  if (members === null) return null
  const { previous } = providerStateOf(request)
  const ids = new Set<string>(previous === null ? [] : [previous])
  const items = members.find(({ key }) => key === protocol.list)?.items ?? []
  for (const item of items) {
    const reference = protocol.referenceIn(takeValue(bytes, item) as Json)
    if (reference !== null) ids.add(reference)
    if (ids.size > maxNamed) return null
    yield
  }
  return [...ids]
}

/** More items than agents hold at once, and more than an answer has. */
const maxNamed = 20_000
const maxAnswered = 1_000

/** What a later request may name of an answer: itself, its items, and the containers that its code ran in. None where its provider does not keep it. */
export function answerIds({ bytes, members, protocol }: RequestBytes, { id, message }: HeardAnswer): readonly string[] {
  if (!protocol.providerState(smallMembers(bytes, members ?? [])).isKept) return []
  const containers = message.parts.flatMap(part =>
    part.type === 'opaque' && isJsonObject(part.value) ? [textOr(part.value.container_id, '')] : [],
  )
  const ids = [id ?? '', ...message.parts.map(part => itemIdOf(part) ?? ''), ...containers]
  return [...new Set(ids)].filter(one => one !== '').slice(0, maxAnswered)
}
