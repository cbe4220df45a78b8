/** Conversations that belong together, and die together. */
export type Project = {
  readonly id: string
  readonly name: string
  /** Its Chief Knowledge Officer: the conversation that knows the project. */
  readonly officer: string
  readonly conversations: number
  readonly createdAt: number
}

export interface Projects {
  /** Makes the project and its officer's conversation. */
  create(project: { readonly id: string; readonly name: string; readonly officer: string }): Promise<Project>
  list(): Promise<readonly Project[]>
  rename(id: string, name: string): Promise<Project>
  /** Deletes all its conversations with it; a sweep purges them after 30 days. */
  delete(id: string): Promise<void>
  /** All of its files, by name. */
  files(id: string): Promise<readonly ProjectFile[]>
  /** A file of the same name gives way. */
  putFile(id: string, file: Omit<ProjectFile, 'at'>): Promise<void>
  deleteFile(id: string, name: string): Promise<void>
}

/** A text that all conversations of a project give to the model. It lives as long as the project. */
export type ProjectFile = {
  readonly name: string
  readonly text: string
  /** Counted once, when it was added. */
  readonly tokens: number
  readonly at: number
}

/** A conversation's lasting summary, searchable from others. It lives as long as its conversation. */
export type Memory = {
  readonly conversation: string
  readonly title: string | null
  readonly project: string | null
  readonly text: string
  readonly at: number
}

export interface Memories {
  /** One per conversation: a new text takes the old one's place. */
  put(conversation: string, text: string): Promise<void>
  get(conversation: string): Promise<Memory | null>
  /** The newest first. */
  list(options?: MemoryQuery): Promise<readonly Memory[]>
  /** The best matches first. */
  search(words: string, options?: MemoryQuery): Promise<readonly Memory[]>
  /** Forgets it; the next compaction of its conversation leaves a new one. */
  delete(conversation: string): Promise<void>
}

export type MemoryQuery = { readonly project?: string; readonly limit?: number }
