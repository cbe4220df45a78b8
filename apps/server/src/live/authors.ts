/** Who is writing in which conversation, so that a notice can name its author. */
export type Authors = {
  /** Attributes changes to a run while the work is done. */
  during<T>(conversation: string, run: string | null, work: () => Promise<T>): Promise<T>
  /** The only run that is writing there; null when there is none, or several. */
  of(conversation: string): string | null
}

/** The notice of a change arrives a little after it. */
const lingerMs = 400

export function createAuthors(): Authors {
  const writing = new Map<string, (string | null)[]>()
  const begin = (conversation: string, run: string | null) => {
    writing.set(conversation, [...(writing.get(conversation) ?? []), run])
  }
  const end = (conversation: string, run: string | null) => {
    const runs = writing.get(conversation) ?? []
    const left = runs.toSpliced(runs.indexOf(run), 1)
    if (left.length === 0) writing.delete(conversation)
    else writing.set(conversation, left)
  }
  return {
    async during(conversation, run, work) {
      begin(conversation, run)
      try {
        return await work()
      } finally {
        setTimeout(end, lingerMs, conversation, run).unref()
      }
    },
    of(conversation) {
      const runs = new Set(writing.get(conversation))
      return runs.size === 1 ? [...runs][0]! : null
    },
  }
}
