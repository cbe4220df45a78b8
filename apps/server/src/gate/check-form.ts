import { changes, type Knock, type Refusal } from './knock.ts'

/** Refuses changes that are not JSON: a form or a picture on another website cannot send that without asking first. */
export function checkForm(knock: Knock): Refusal | null {
  if (!changes(knock)) return null
  const { encoding, contentType } = knock
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return packed
  if (contentType === null && mayBeBare(knock)) return null
  const [type = ''] = (contentType ?? '').split(';')
  const wanted = knock.path === '/api/import' ? /^application\/(json|x-ndjson)$/i : /^application\/json$/i
  return wanted.test(type.trim()) ? null : unwanted
}

/** Nobody deletes with a body, and a tab that closes can send none with its goodbye. */
const mayBeBare = ({ method, path }: Knock): boolean => method === 'DELETE' || /^\/api\/runs\/[^/]+\/leave$/.test(path)

const packed: Refusal = { status: 415, code: 'bad-request', sentence: 'Send the body as it is, without compression.' }

const unwanted: Refusal = {
  status: 415,
  code: 'bad-request',
  sentence: 'Send JSON, with the header "Content-Type: application/json".',
}
