import { useEffect, useState } from 'react'

/** The current time, updated every second while counting. */
export function useNow(counting: 'counting' | 'still' = 'counting'): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (counting === 'still') return
    setNow(Date.now())
    const ticks = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticks)
  }, [counting])
  return now
}
