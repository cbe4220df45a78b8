import type { Api } from 'longhand/client'

/** K7 registers this terminal with the server; one that stops sending heartbeats without leaving has crashed. */
export type Run = { readonly id: () => string | null; readonly leave: () => Promise<void> }

const beatMs = 5_000

export function startRun(api: Api, conversation: string): Run {
  let id: string | null = null
  let gone = false
  const attach = async () => {
    if (gone) return
    id = await api.attach(conversation, 'terminal').then(
      run => run.id,
      () => null,
    )
    if (gone) await leave()
  }
  const leave = async () => {
    const left = id
    id = null
    // Best effort: the server may be gone.
    if (left !== null) await api.leave(left).catch(() => {})
  }
  const beat = () => (id === null ? attach() : api.heartbeat(id).catch(attach))
  const first = attach()
  const beats = setInterval(beat, beatMs)
  return {
    id: () => id,
    leave: async () => {
      gone = true
      clearInterval(beats)
      await first
      await leave()
    },
  }
}
