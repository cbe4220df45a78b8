import { expect, test } from 'vitest'
import type { LiveFeedListener } from '../../client/api/live-feed.ts'
import { shareFeed, type TabLink } from './shared-feed.ts'

/** A browser: locks with a queue, and channels between its tabs. */
function openBrowser(): TabLink & { readonly feeds: LiveFeedListener[] } {
  const queue: (() => Promise<void>)[] = []
  let held = false
  const next = () => {
    const lead = held ? undefined : queue.shift()
    if (lead === undefined) return
    held = true
    void lead().then(() => {
      held = false
      next()
    })
  }
  const request = async (_: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>) => {
    queue.push(lead)
    signal.addEventListener('abort', () => queue.includes(lead) && queue.splice(queue.indexOf(lead), 1))
    next()
  }
  type Hear = (event: { data: unknown }) => void
  const channels = new Set<{ hear: Hear }>()
  const openChannel = () => {
    const channel = {
      hear: (() => {}) as Hear,
      postMessage: (data: unknown) => {
        for (const other of channels) if (other !== channel) other.hear({ data })
      },
      addEventListener: (_: string, hear: Hear) => {
        channel.hear = hear
      },
      close: () => void channels.delete(channel),
    }
    channels.add(channel)
    return channel
  }
  return { feeds: [], locks: { request } as never, openChannel: openChannel as never }
}

type Browser = ReturnType<typeof openBrowser>

/** Opens a tab and notes what it hears. */
function openTab(browser: Browser) {
  const heard: string[] = []
  const read = (listener: LiveFeedListener) => {
    browser.feeds.push(listener)
    return () => void browser.feeds.splice(browser.feeds.indexOf(listener), 1)
  }
  const close = shareFeed(
    read,
    browser,
  )({
    onNotice: notice => heard.push('id' in notice ? notice.id : notice.type),
    onConnection: connection => heard.push(connection),
  })
  return { heard, close }
}

const turn = () => new Promise(resolve => setTimeout(resolve, 1))

test('W6 thirty tabs read one feed, and all of them hear it', async () => {
  const browser = openBrowser()
  const tabs = Array.from({ length: 30 }, () => openTab(browser))
  expect(browser.feeds).toHaveLength(1)
  browser.feeds[0]!.onConnection('online')
  browser.feeds[0]!.onNotice({ type: 'offer', id: 'c1' })
  expect(new Set(tabs.map(({ heard }) => heard.join()))).toEqual(new Set(['online,c1']))
})

test('W6 a tab that comes later is told how the feed stands, and nobody else is told again', () => {
  const browser = openBrowser()
  const first = openTab(browser)
  browser.feeds[0]!.onConnection('online')
  const second = openTab(browser)
  expect([first.heard, second.heard]).toEqual([['online'], ['online']])
})

test('W6 when the tab that reads ends, another reads on, and says so: what came in between is lost', async () => {
  const browser = openBrowser()
  const [first, second, third] = [openTab(browser), openTab(browser), openTab(browser)]
  browser.feeds[0]!.onConnection('online')
  second.close()
  first.close()
  await turn()
  expect(browser.feeds).toHaveLength(1)
  browser.feeds[0]!.onConnection('online')
  expect([second.heard, third.heard]).toEqual([['online'], ['online', 'online']])
})

test('W6 the last tab that ends closes the feed', async () => {
  const browser = openBrowser()
  openTab(browser).close()
  await turn()
  expect(browser.feeds).toEqual([])
})
