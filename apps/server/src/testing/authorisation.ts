/** Things of one owner that requests name, and a word that stands in all of them. */
export type Belongings = {
  readonly id: string
  readonly checkpoint: string
  readonly project: string
  readonly run: string
  readonly entry: string
  readonly word: string
}

/**
 * Who gets what from a route. `open`: everyone, and it tells nothing. `shared`: whoever signs in, the same for all.
 * `mine`: whoever signs in, each their own. `named`: only the owner of what is named, and to others it is not there.
 * `nobody`: nobody who signs in. `operator`: whoever runs the server, and nobody who signs in.
 */
export type Row = {
  readonly to: 'open' | 'shared' | 'mine' | 'named' | 'nobody' | 'operator'
  /** For programs that know nothing of us: they may show a token in the place of a key. */
  readonly by?: 'client'
  readonly query?: string
  readonly body?: (of: Belongings) => unknown
  /** What the owner must find in the answer: a row that never tells anything proves nothing. */
  readonly tells?: 'word'
  /** What must be done before, at a path below the conversation. */
  readonly first?: string
  /** Whether the conversation must have been deleted before. */
  readonly of?: 'deleted'
  /** A request about one's own conversation that reaches for something of another's. */
  readonly reach?: (of: Belongings) => unknown
}

const one = '/api/conversations/:id'
const named = { to: 'named' } as const
const bare = { to: 'named', body: () => ({}) } as const

const clientRequest = (word: string) => ({ model: 'offline/quoting', messages: [{ role: 'user', content: word }] })

/** A row for every route of the server. A route without one fails the build. */
export const authorisation: Readonly<Record<string, Row>> = {
  'GET /*': { to: 'open' },
  'GET /healthz': { to: 'open' },
  'GET /diagrams/:file': { to: 'open' },
  'GET /readyz': { to: 'open' },
  'GET /metrics': { to: 'operator' },
  'GET /openapi.json': { to: 'open' },
  'POST /api/login': { to: 'open', body: () => ({ code: 'none' }) },
  'DELETE /api/login': { to: 'shared' },
  'POST /api/login/address': { to: 'nobody', body: () => ({}) },

  'GET /api/models': { to: 'shared' },
  'GET /api/providers': { to: 'shared' },
  'POST /api/providers/:name/test': { to: 'nobody', body: () => ({}) },
  'GET /api/connections/local': { to: 'nobody' },
  'POST /api/connections/test': { to: 'nobody', body: () => ({ name: 'openai', key: 'x', baseURL: null }) },
  'PUT /api/connections/:name': {
    to: 'nobody',
    body: () => ({ key: 'x', baseURL: null, models: ['gpt-5-mini'], check: 'untested' }),
  },
  'DELETE /api/connections/:name': { to: 'nobody' },
  'GET /api/tools': { to: 'shared' },
  'GET /api/settings': { to: 'shared' },
  'PATCH /api/settings': { to: 'nobody', body: () => ({ instructions: 'x' }) },

  'GET /api/conversations': { to: 'mine', tells: 'word' },
  'GET /api/export': { to: 'mine', tells: 'word' },
  'POST /api/conversations': {
    to: 'mine',
    body: ({ word }) => ({ title: word }),
    reach: ({ project }) => ({ project }),
  },
  'GET /api/deleted': { to: 'mine' },
  'POST /api/deleted/:id/restore': bare,
  'DELETE /api/deleted/:id': { to: 'named', of: 'deleted' },
  'GET /api/calibrations': { to: 'mine' },
  'DELETE /api/calibrations': { to: 'mine', query: '?model=scripted' },
  'GET /api/client-windows': { to: 'mine' },
  'DELETE /api/client-windows': { to: 'mine', query: '?client=agent&model=scripted' },
  'GET /api/live': { to: 'mine' },
  'GET /api/search': { to: 'mine', query: '?q=WORD', tells: 'word' },
  'GET /api/memories': { to: 'mine', query: '?q=WORD', tells: 'word' },
  'GET /api/recovery': { to: 'mine' },
  'POST /api/recovery/dismiss': { to: 'mine', body: () => ({}) },
  'GET /api/projects': { to: 'mine', tells: 'word' },
  'POST /api/projects': { to: 'mine', body: ({ word }) => ({ name: word }) },
  'POST /api/import': { to: 'mine', body: () => [{ role: 'user', content: 'Hello' }] },
  'POST /api/stateless': {
    to: 'mine',
    body: ({ word }) => ({ messages: [{ role: 'user', parts: [{ type: 'text', text: word }] }] }),
  },

  'POST /v1/messages': { to: 'mine', by: 'client', body: ({ word }) => clientRequest(word) },
  'POST /v1/messages/count_tokens': { to: 'mine', by: 'client', body: ({ word }) => clientRequest(word) },
  'POST /v1/chat/completions': { to: 'mine', by: 'client', body: ({ word }) => clientRequest(word) },
  'POST /v1/responses': { to: 'mine', by: 'client', body: ({ word }) => ({ model: 'offline/quoting', input: word }) },
  'GET /v1/models': { to: 'shared', by: 'client' },
  'GET /v1/responses': { to: 'nobody', by: 'client' },

  'PATCH /api/projects/:project': { to: 'named', body: ({ word }) => ({ name: word }) },
  'DELETE /api/projects/:project': named,
  'GET /api/projects/:project/files': { ...named, tells: 'word' },
  'POST /api/projects/:project/files': { to: 'named', body: ({ word }) => ({ name: 'a.txt', text: word }) },
  'DELETE /api/projects/:project/files': { ...named, query: '?name=a.txt' },
  'POST /api/runs': { to: 'named', body: ({ id }) => ({ conversation: id }) },
  'POST /api/runs/:run/heartbeat': bare,
  'POST /api/runs/:run/leave': { to: 'mine', body: () => ({}) },

  [`GET ${one}`]: { ...named, tells: 'word' },
  [`PATCH ${one}`]: {
    to: 'named',
    body: ({ word }) => ({ title: `${word} again` }),
    reach: ({ project }) => ({ project }),
  },
  [`POST ${one}/copy`]: { ...bare, tells: 'word' },
  [`DELETE ${one}`]: named,
  [`GET ${one}/entries`]: { ...named, tells: 'word' },
  [`GET ${one}/status`]: named,
  [`GET ${one}/view`]: { ...named, tells: 'word' },
  [`GET ${one}/usage`]: named,
  [`GET ${one}/export`]: { to: 'named', query: '?format=json', tells: 'word' },
  [`GET ${one}/stream`]: named,
  [`POST ${one}/messages`]: { to: 'named', body: ({ word }) => ({ clientId: 'm9', text: word }) },
  [`POST ${one}/retry`]: bare,
  [`POST ${one}/continue`]: bare,
  [`POST ${one}/stop`]: bare,
  [`POST ${one}/commands`]: { to: 'named', body: () => ({ text: '/summary' }) },
  [`POST ${one}/compact`]: { to: 'named', body: () => ({ preview: true }) },
  [`DELETE ${one}/compact`]: named,
  [`GET ${one}/compactions`]: named,
  [`POST ${one}/compactions/undo`]: bare,
  [`POST ${one}/compactions/redo`]: { ...bare, first: '/compactions/undo' },
  [`PATCH ${one}/compactions/current`]: { to: 'named', body: ({ word }) => ({ text: `${word} in other words.` }) },
  [`GET ${one}/checkpoints`]: { ...named, tells: 'word' },
  [`POST ${one}/checkpoints`]: { to: 'named', body: () => ({ label: 'Here' }) },
  [`PATCH ${one}/checkpoints/:checkpoint`]: { to: 'named', body: () => ({ label: 'There' }) },
  [`DELETE ${one}/checkpoints/:checkpoint`]: named,
  [`POST ${one}/checkpoints/:checkpoint/restore`]: bare,
  [`GET ${one}/memory`]: { ...named, tells: 'word' },
  [`PUT ${one}/memory`]: { to: 'named', body: ({ word }) => ({ text: word }) },
  [`DELETE ${one}/memory`]: named,
  [`GET ${one}/branches`]: named,
  [`POST ${one}/branches/switch`]: { to: 'named', body: () => ({ line: '1', head: 1 }) },
  [`POST ${one}/branches/fork`]: { to: 'named', body: () => ({}), reach: ({ entry }) => ({ entry }) },
  [`POST ${one}/protection`]: { to: 'named', body: () => ({ number: 2, action: 'protect' }) },
}
