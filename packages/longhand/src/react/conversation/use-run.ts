import { useEffect } from 'react'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { browserRuns, holdRun } from './own-runs.ts'

/** Tells the server that this tab has the conversation open, and when it leaves: silence means a crash. */
export function useRun(conversation: string): void {
  const { api, run } = useLonghand()
  useEffect(() => {
    let attached: string | null = null
    let gone = false
    let release = () => {}
    const attach = async () => {
      const { id } = await api.attach(conversation).catch(() => ({ id: null }))
      if (gone && id !== null) navigator.sendBeacon(api.leavePath(id))
      else run.current = attached = id
      release()
      if (attached !== null) release = holdRun(attached, browserRuns())
    }
    const beat = () => (attached === null ? attach() : api.heartbeat(attached).catch(attach))
    const leave = () => {
      if (attached !== null) navigator.sendBeacon(api.leavePath(attached))
      attached = run.current = null
      release()
    }
    // A page from the browser's back/forward cache has already left, so it attaches again.
    const comeBack = (event: PageTransitionEvent) => void (event.persisted && attach())
    void attach()
    const beats = setInterval(beat, beatMs)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      gone = true
      clearInterval(beats)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [api, run, conversation])
}

const beatMs = 5_000
