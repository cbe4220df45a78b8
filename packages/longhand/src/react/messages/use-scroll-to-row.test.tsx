import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { VirtualizerHandle } from 'virtua'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ScrollToRow, useScrollToRow } from './use-scroll-to-row.ts'

// A list as virtua keeps one: rows far away are not drawn, and what is drawn is hidden until it is measured.

let frames: (() => void)[]
let now: number
let items: { key: string }[]
let drawn: Map<string, { top: number; hidden?: true }>
let asked: number[]

beforeEach(() => {
  frames = []
  now = 0
  items = ['a', 'b', 'c', 'd'].map(key => ({ key }))
  drawn = new Map()
  asked = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function renderHook(before = items) {
  const boxOf = (top: number, height: number) => ({ top, bottom: top + height }) as DOMRect
  const rowOf = (key: string, { top, hidden }: { top: number; hidden?: true }) =>
    ({ key, getBoundingClientRect: () => boxOf(top, 50), checkVisibility: () => hidden !== true }) as unknown
  const scroller = {
    getBoundingClientRect: () => boxOf(0, 500),
    querySelector: (selector: string) => {
      const key = /data-key="(\w+)"/.exec(selector)![1]!
      const row = drawn.get(key)
      return row === undefined ? null : rowOf(key, row)
    },
  } as unknown as HTMLElement
  const list = { scrollToIndex: (at: number) => asked.push(at) } as unknown as VirtualizerHandle
  let scrollToRow!: ScrollToRow
  let scrolling!: { readonly current: unknown }
  function Host() {
    // Drawn once with what was there before, and again with what is there now.
    const [shown, show] = useState(before)
    if (shown !== items) show(items)
    const found = useScrollToRow({ list: { current: list }, scroller: { current: scroller }, items: shown })
    scrollToRow = found.scrollToRow
    scrolling = found.scrolling
    return null
  }
  renderToStaticMarkup(<Host />)
  return { scrollToRow, scrolling }
}

const nextFrames = (count: number) => {
  for (let at = 0; at < count; at++) for (const frame of frames.splice(0)) frame()
}

test('W3 a row far away is handed over once it is drawn, measured and in sight, and not before', () => {
  const { scrollToRow, scrolling } = renderHook()
  const arrived = vi.fn()
  scrollToRow('c', 'center', arrived)
  expect(asked).toEqual([2])
  drawn.set('c', { top: 0, hidden: true })
  nextFrames(2)
  drawn.set('c', { top: 900 })
  nextFrames(2)
  expect(arrived).not.toHaveBeenCalled()
  expect(scrolling.current).not.toBeNull()
  drawn.set('c', { top: 200 })
  nextFrames(1)
  expect(arrived).toHaveBeenCalledOnce()
  expect(arrived.mock.calls[0]![0]).toMatchObject({ key: 'c' })
  expect(scrolling.current).toBeNull()
  expect(frames).toEqual([])
})

test('W3 rows that come in above move the place, and the list is asked again for where the row is now', () => {
  const { scrollToRow } = renderHook()
  scrollToRow('c', 'center', () => {})
  items.unshift({ key: 'x' }, { key: 'y' })
  nextFrames(20)
  expect(asked).toEqual([2, 4])
})

test('W3 rows that came in since the page was drawn first count', () => {
  const { scrollToRow } = renderHook(items.slice(2))
  scrollToRow('c', 'center', () => {})
  expect(asked).toEqual([2])
})

test('W3 what is already in sight is asked for all the same: the list may have to move it to the middle', () => {
  const { scrollToRow } = renderHook()
  drawn.set('a', { top: 10 })
  const arrived = vi.fn()
  scrollToRow('a', 'center', arrived)
  expect(asked).toEqual([0])
  nextFrames(1)
  expect(arrived).toHaveBeenCalledOnce()
})

test('W3 the next wish takes the place of the last one', () => {
  const { scrollToRow } = renderHook()
  const [first, second] = [vi.fn(), vi.fn()]
  scrollToRow('a', 'center', first)
  scrollToRow('b', 'center', second)
  drawn.set('a', { top: 10 }).set('b', { top: 20 })
  nextFrames(3)
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
})

test('W3 a row that is not there, or never comes, is given up', () => {
  const { scrollToRow, scrolling } = renderHook()
  const arrived = vi.fn()
  scrollToRow('nobody', 'center', arrived)
  expect([scrolling.current, frames]).toEqual([null, []])
  scrollToRow('d', 'nearest', arrived)
  nextFrames(3)
  now = 5_001
  nextFrames(1)
  expect([scrolling.current, frames]).toEqual([null, []])
  expect(arrived).not.toHaveBeenCalled()
})
