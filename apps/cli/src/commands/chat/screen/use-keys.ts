import { type Key, useInput } from 'ink'
import { useLayoutEffect, useRef, useState } from 'react'
import { splitKeyPresses } from './key-presses.ts'

/** Handles keys one by one, each with the state that the previous one produced. */
export function useKeys(press: (input: string, key: Key) => void): void {
  const latest = useRef(press)
  latest.current = press
  const before = useRef(Promise.resolve())
  // A change here makes React finish its effects at once: keys are listened for before anyone can have seen the page.
  const [, settle] = useState<'new' | 'listening'>('new')
  useLayoutEffect(() => settle('listening'), [])
  useInput((input, key) => {
    const [first, ...rest] = splitKeyPresses(input, key)
    if (rest.length === 0) return latest.current(first!.input, first!.key)
    for (const one of [first!, ...rest]) {
      before.current = before.current.then(async () => {
        latest.current(one.input, one.key)
        await new Promise(resolve => setImmediate(resolve))
      })
    }
  })
}
