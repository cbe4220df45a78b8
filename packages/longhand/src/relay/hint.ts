import { isJsonObject, type JsonObject, textOr } from '../wire/json-object.ts'
import { parseJson } from '../wire/parse-json.ts'

/** The headers in which clients say which conversation they are in, the most exact first. */
const headers = [
  'longhand-conversation',
  'thread-id',
  'session-id',
  'x-claude-code-session-id',
  'x-session-id',
  'session_id',
  'x-conversation-id',
  'x-openwebui-chat-id',
]
const agentHeader = 'x-claude-code-agent-id'

/**
 * What a client says about which conversation it is in; empty when it says nothing. It parts conversations that begin
 * alike, and is never believed against what was said. Who the person is says nothing about it.
 */
export function hintOf(header: Header, members: JsonObject): string {
  const said = headers.map(header).find(value => value !== null && value !== '')
  const hint = said ?? (sessionOf(members.metadata) || textOr(members.prompt_cache_key, ''))
  const agent = header(agentHeader)
  return `${hint}${agent === null ? '' : `/${agent}`}`.slice(0, maxLength)
}

const maxLength = 500

/** The headers that say it, held by themselves: without all else of a request. */
export function headersOfHint(header: Header): Header {
  const held = new Map([...headers, agentHeader].map(name => [name, header(name)]))
  return name => held.get(name) ?? null
}

type Header = (name: string) => string | null

/** Claude Code puts a JSON text where the API has room for a name. */
function sessionOf(metadata: JsonObject[string] | undefined): string {
  const parsed = isJsonObject(metadata) ? parseJson(textOr(metadata.user_id, '')) : null
  return parsed !== null && 'value' in parsed && isJsonObject(parsed.value) ? textOr(parsed.value.session_id, '') : ''
}
