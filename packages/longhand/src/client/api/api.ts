import { type ErrorCode, errorCodes, LonghandError } from '../../core/errors.ts'
import type { Policy } from '../../core/policy.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { ClientWindowRow } from './client-window-contract.ts'
import type { CompactRequest, CompactResponse, RevertResponse } from './compaction-contract.ts'
import type { ConnectionRequest, ConnectionTestResult, LocalServerRow } from './connection-contract.ts'
import {
  type BranchRow,
  type CalibrationRow,
  type CheckpointRow,
  type CommandResponse,
  type ConversationRow,
  type ConversationState,
  type CreateConversationRequest,
  type DeletedRow,
  type EntriesResponse,
  type ErrorResponse,
  type MemoryRow,
  type ModelRow,
  type ProjectRow,
  type ProviderRow,
  type ProviderTestResult,
  type Receipt,
  type RecoveryRow,
  runHeader,
  type SearchHit,
  type SendRequest,
  type Settings,
  type UpdateConversationRequest,
  type ViewResponse,
} from './contract.ts'
import type { ImportResponse } from './import-contract.ts'
import type { ProjectFileRow } from './project-contract.ts'
import type { ToolServerRow } from './tool-contract.ts'
import type { UsageResponse } from './usage-contract.ts'

/** Where the server is and how it is reached. */
export type ApiOptions = {
  readonly base?: string
  readonly fetch?: typeof fetch
  readonly headers?: Readonly<Record<string, string>>
  /** The run that sends the request, once there is one: notices about its changes carry it. */
  readonly run?: () => string | null
}

/** The server's routes as functions. */
export type Api = ReturnType<typeof createApi>

/** The server's routes as functions. Failures throw a LonghandError; the server's own sentence is its message. */
export function createApi(options: ApiOptions = {}) {
  const get = <T>(path: string, query: Query = {}) =>
    requestJson<T>(options, { method: 'GET', path: path + queryString(query) })
  const post = <T>(path: string, json: unknown = {}) => requestJson<T>(options, { method: 'POST', path, json })
  const patch = <T>(path: string, json: unknown) => requestJson<T>(options, { method: 'PATCH', path, json })
  const put = <T>(path: string, json: unknown) => requestJson<T>(options, { method: 'PUT', path, json })
  const remove = (path: string) => requestJson<void>(options, { method: 'DELETE', path })
  const getStream = (path: string, { signal }: StreamOptions) => openStream(options, { method: 'GET', path, signal })
  const postStream = (path: string, json: unknown, { signal }: StreamOptions) =>
    openStream(options, { method: 'POST', path, json, signal })
  const base = options.base ?? ''
  const at = (id: string) => `/api/conversations/${encodeURIComponent(id)}`
  const filesAt = (project: string) => `/api/projects/${encodeURIComponent(project)}/files`
  const checkpointAt = (id: string, checkpoint: string) => `${at(id)}/checkpoints/${encodeURIComponent(checkpoint)}`
  return {
    login: (code: string): Promise<void> => post('/api/login', { code }),
    logout: (): Promise<void> => remove('/api/login'),
    /** An address that signs in a browser, for the owner of a local server. */
    newAddress: (): Promise<{ readonly address: string }> => post('/api/login/address'),

    conversations: (query: ListConversationsQuery = {}): Promise<readonly ConversationRow[]> =>
      get('/api/conversations', query),
    /** One page of them, and what the next one is asked for with; null after the last. */
    conversationPage: async (query: ListConversationsQuery = {}): Promise<ConversationRowPage> => {
      const path = `/api/conversations${queryString(query)}`
      const response = await request(options, { method: 'GET', path })
      return { conversations: await response.json(), next: response.headers.get('longhand-next') }
    },
    create: (conversation: CreateConversationRequest = {}): Promise<ConversationState> =>
      post('/api/conversations', conversation),
    conversation: (id: string): Promise<ConversationState> => get(at(id)),
    update: (id: string, update: UpdateConversationRequest): Promise<ConversationState> => patch(at(id), update),
    /** Copies a conversation, to continue here what another program writes. */
    copy: (id: string): Promise<ConversationState> => post(`${at(id)}/copy`),
    delete: (id: string): Promise<void> => remove(at(id)),
    deleted: (): Promise<readonly DeletedRow[]> => get('/api/deleted'),
    undelete: (id: string): Promise<ConversationState> => post(`/api/deleted/${encodeURIComponent(id)}/restore`),
    /** Erases a deleted conversation at once and forever. */
    erase: (id: string): Promise<void> => remove(`/api/deleted/${encodeURIComponent(id)}`),
    entries: (id: string, query: ListEntriesQuery = {}): Promise<EntriesResponse> => get(`${at(id)}/entries`, query),
    status: (id: string): Promise<WindowStatus> => get(`${at(id)}/status`),
    usage: (id: string): Promise<UsageResponse> => get(`${at(id)}/usage`),
    view: (id: string): Promise<ViewResponse> => get(`${at(id)}/view`),

    send: (id: string, message: SendRequest, options: StreamOptions): Stream =>
      postStream(`${at(id)}/messages`, message, options),
    /** Generates an answer again: the newest, or the one that holds `entry`. */
    retry: (id: string, options: AnswerOptions): Stream => postStream(`${at(id)}/retry`, placeOf(options), options),
    /** Continues an answer in its place: the newest, or the one that ends with `entry`. */
    continue: (id: string, options: AnswerOptions): Stream =>
      postStream(`${at(id)}/continue`, placeOf(options), options),
    /** The answer that is being written, from its beginning; null when none is. */
    resume: (id: string, options: StreamOptions): Stream => getStream(`${at(id)}/stream`, options),
    stop: (id: string): Promise<void> => post(`${at(id)}/stop`),

    compact: (id: string, request: CompactRequest): Promise<CompactResponse> => post(`${at(id)}/compact`, request),
    cancelCompaction: (id: string): Promise<void> => remove(`${at(id)}/compact`),
    receipts: (id: string): Promise<readonly Receipt[]> => get(`${at(id)}/compactions`),
    receiptsPath: (id: string): string => `${base}${at(id)}/compactions`,
    undo: (id: string): Promise<RevertResponse> => post(`${at(id)}/compactions/undo`),
    redo: (id: string): Promise<RevertResponse> => post(`${at(id)}/compactions/redo`),
    editSummary: (id: string, text: string): Promise<ConversationState> =>
      patch(`${at(id)}/compactions/current`, { text }),

    checkpoints: (id: string): Promise<readonly CheckpointRow[]> => get(`${at(id)}/checkpoints`),
    saveCheckpoint: (id: string, label: string): Promise<CheckpointRow> => post(`${at(id)}/checkpoints`, { label }),
    restore: (id: string, checkpoint: string, confirm: boolean): Promise<ConversationState> =>
      post(`${checkpointAt(id, checkpoint)}/restore`, { confirm }),
    renameCheckpoint: (id: string, checkpoint: string, label: string): Promise<CheckpointRow> =>
      patch(checkpointAt(id, checkpoint), { label }),
    removeCheckpoint: (id: string, checkpoint: string): Promise<void> => remove(checkpointAt(id, checkpoint)),

    protect: (id: string, number: number, action: 'protect' | 'release'): Promise<ConversationState> =>
      post(`${at(id)}/protection`, { number, action }),
    branches: (id: string): Promise<readonly BranchRow[]> => get(`${at(id)}/branches`),
    switchBranch: (id: string, line: string, head: number): Promise<ConversationState> =>
      post(`${at(id)}/branches/switch`, { line, head }),
    /** Continues after an entry, or from the head, in a new branch. */
    fork: (id: string, entry?: string): Promise<ConversationState> =>
      post(`${at(id)}/branches/fork`, entry === undefined ? {} : { entry }),
    command: (id: string, text: string): Promise<CommandResponse> => post(`${at(id)}/commands`, { text }),
    exportPath: (id: string, format: 'md' | 'json' | 'html'): string => `${base}${at(id)}/export?format=${format}`,
    /** The page to be shared, with its answers still in Markdown. */
    sharedSource: (id: string): Promise<Response> =>
      request(options, { method: 'GET', path: `${at(id)}/export?format=html&answers=markdown` }),

    /** Where everything can be downloaded as one file. */
    exportAllPath: (): string => `${base}/api/export`,
    /** Imports a whole export (lines of JSON), or a transcript or a list of conversations of another program. */
    import: async (text: string, kind: 'export' | 'transcript'): Promise<ImportResponse> => {
      const contentType = kind === 'export' ? 'application/x-ndjson' : 'application/json'
      const response = await request(options, { method: 'POST', path: '/api/import', text, contentType })
      return response.json()
    },

    search: (q: string): Promise<readonly SearchHit[]> => get('/api/search', { q }),
    recovery: (): Promise<readonly RecoveryRow[]> => get('/api/recovery'),
    dismissRecovery: (): Promise<void> => post('/api/recovery/dismiss'),
    attach: (conversation: string, client: 'web' | 'terminal' = 'web'): Promise<{ readonly id: string }> =>
      post('/api/runs', { conversation, client }),
    heartbeat: (run: string): Promise<void> => post(`/api/runs/${encodeURIComponent(run)}/heartbeat`),
    leave: (run: string): Promise<void> => post(`/api/runs/${encodeURIComponent(run)}/leave`),
    leavePath: (run: string): string => `${base}/api/runs/${encodeURIComponent(run)}/leave`,
    live: (options: StreamOptions): Stream => getStream('/api/live', options),

    models: (): Promise<readonly ModelRow[]> => get('/api/models'),
    calibrations: (): Promise<readonly CalibrationRow[]> => get('/api/calibrations'),
    forgetCalibration: (model: string): Promise<void> => remove(`/api/calibrations${queryString({ model })}`),
    clientWindows: (): Promise<readonly ClientWindowRow[]> => get('/api/client-windows'),
    forgetClientWindow: (which: { readonly client: string; readonly model: string }): Promise<void> =>
      remove(`/api/client-windows${queryString(which)}`),
    providers: (): Promise<readonly ProviderRow[]> => get('/api/providers'),
    /** Asks one of its models for a single word, at its usual price. */
    testProvider: (name: string): Promise<ProviderTestResult> =>
      post(`/api/providers/${encodeURIComponent(name)}/test`),
    /** Model servers that run on the machine of the server. */
    localServers: (): Promise<readonly LocalServerRow[]> => get('/api/connections/local'),
    /** Asks a provider for its models; nothing is stored. */
    testConnection: (connection: ConnectionRequest): Promise<ConnectionTestResult> =>
      post('/api/connections/test', connection),
    /** Connects a provider when one of these models answers, or untested. */
    connect: (
      { name, ...access }: ConnectionRequest,
      models: readonly string[],
      check: 'tested' | 'untested' = 'tested',
    ): Promise<ProviderTestResult> => put(`/api/connections/${encodeURIComponent(name)}`, { ...access, models, check }),
    disconnect: (name: string): Promise<void> => remove(`/api/connections/${encodeURIComponent(name)}`),
    settings: (): Promise<Settings> => get('/api/settings'),
    changeSettings: (update: Partial<Settings> | { readonly policy: Policy }): Promise<Settings> =>
      patch('/api/settings', update),
    toolServers: (): Promise<readonly ToolServerRow[]> => get('/api/tools'),

    projects: (): Promise<readonly ProjectRow[]> => get('/api/projects'),
    createProject: (name: string): Promise<ProjectRow> => post('/api/projects', { name }),
    /** Renames a project, or changes the instructions of all its conversations; null takes them away. */
    updateProject: (id: string, update: UpdateProjectRequest): Promise<ProjectRow> =>
      patch(`/api/projects/${encodeURIComponent(id)}`, update),
    /** Deletes all conversations in it as well. */
    deleteProject: (id: string): Promise<void> => remove(`/api/projects/${encodeURIComponent(id)}`),
    projectFiles: (id: string): Promise<readonly ProjectFileRow[]> => get(filesAt(id)),
    /** Adds a text that all its conversations give to the model; answers with all of them. */
    addProjectFile: (id: string, name: string, text: string): Promise<readonly ProjectFileRow[]> =>
      post(filesAt(id), { name, text }),
    deleteProjectFile: (id: string, name: string): Promise<void> => remove(filesAt(id) + queryString({ name })),
    memories: (query: ListMemoriesQuery = {}): Promise<readonly MemoryRow[]> => get('/api/memories', query),
    memory: (id: string): Promise<MemoryRow> => get(`${at(id)}/memory`),
    writeMemory: (id: string, text: string): Promise<MemoryRow> => put(`${at(id)}/memory`, { text }),
    deleteMemory: (id: string): Promise<void> => remove(`${at(id)}/memory`),
  } as const
}

export type ListConversationsQuery = {
  readonly search?: string
  readonly pinned?: 'only'
  readonly project?: string
  /** `next` of the page before. */
  readonly before?: string
  readonly limit?: number
}
export type ConversationRowPage = { readonly conversations: readonly ConversationRow[]; readonly next: string | null }
export type UpdateProjectRequest = { readonly name?: string; readonly instructions?: string | null }
export type ListMemoriesQuery = { readonly q?: string; readonly project?: string; readonly limit?: number }
export type ListEntriesQuery = { readonly before?: number; readonly limit?: number; readonly around?: number }
/** Server-sent events, or null when the server has nothing to send (204). */
type Stream = Promise<ReadableStream<Uint8Array> | null>
export type StreamOptions = { readonly signal?: AbortSignal }
export type AnswerOptions = StreamOptions & { readonly entry?: string | undefined }
const placeOf = ({ entry }: AnswerOptions) => (entry === undefined ? {} : { entry })
type Query = Readonly<Record<string, string | number | undefined>>

type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly json?: unknown
  /** A body that is text already. */
  readonly text?: string
  readonly contentType?: string
  readonly signal?: AbortSignal | undefined
}

async function requestJson<T>(options: ApiOptions, sent: ApiRequest): Promise<T> {
  const response = await request(options, sent)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

async function openStream(options: ApiOptions, sent: ApiRequest): Stream {
  const response = await request(options, sent)
  return response.status === 204 ? null : response.body
}

async function request(options: ApiOptions, sent: ApiRequest): Promise<Response> {
  const { method, path, json, contentType = 'application/json', signal } = sent
  const body = sent.text ?? (json === undefined ? undefined : JSON.stringify(json))
  const run = options.run?.() ?? null
  const response = await (options.fetch ?? fetch)((options.base ?? '') + path, {
    method,
    headers: {
      ...options.headers,
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(run === null ? {} : { [runHeader]: run }),
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  }).catch(cause => {
    if (signal?.aborted) throw cause
    throw new LonghandError('unreachable', 'The server does not answer. Check that it runs, then try again.', { cause })
  })
  if (response.ok) return response
  throw toError(response.status, await response.text().catch(() => ''))
}

/** The server's own sentence if there is one; a proxy's page about a dead server is not worth showing. */
function toError(status: number, text: string): LonghandError {
  const failure = parseErrorResponse(text)
  if (failure !== null) {
    const { code, sentence, details, retryAfterMs } = failure
    return new LonghandError(code, sentence, { details: { ...details, ...(retryAfterMs ? { retryAfterMs } : {}) } })
  }
  if (status === 401 || status === 403) {
    return new LonghandError('not-allowed', 'This browser is not signed in. Sign in again, then reload the page.')
  }
  return status >= 500
    ? new LonghandError('unreachable', 'The server cannot answer now. Try again in a moment.')
    : new LonghandError('bad-request', `The server refused the request (${status}).`)
}

function parseErrorResponse(text: string): ErrorResponse | null {
  try {
    const failure = JSON.parse(text)
    return isErrorCode(failure?.code) && typeof failure.sentence === 'string' ? failure : null
  } catch {
    return null
  }
}

const isErrorCode = (code: unknown): code is ErrorCode => (errorCodes as readonly unknown[]).includes(code)

function queryString(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
