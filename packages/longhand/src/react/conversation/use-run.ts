import { useEffect } from 'react'
import { LonghandError } from '../../core/errors.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { browserRuns, forgetRun, holdRun } from './own-runs.ts'

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
    // Whoever cannot be reached has not forgotten: another run would leave this one behind as if it had died.
    const attachAgain = (error: unknown) => (isUnknown(error) ? attach() : undefined)
    const beat = () => (attached === null ? attach() : api.heartbeat(attached).catch(attachAgain))
    const leave = () => {
      if (attached !== null) {
        // Without a network the server does not hear it, so the browser notes it.
        if (!navigator.onLine) forgetRun(attached, browserRuns())
        navigator.sendBeacon(api.leavePath(attached))
      }
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

const isUnknown = (error: unknown): boolean => error instanceof LonghandError && error.code === 'not-found'
