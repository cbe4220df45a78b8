/** Numbers and times as people read them, the same on every screen: 12,345. */
export const formatNumber = (figure: number): string => Math.round(figure).toLocaleString('en')

export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`

/** One digit after the point, for tables of parts: 1.4%. */
export const formatPrecisePercent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** Small amounts keep their significant digits: $0.004, $0.42, $12.30. */
export function formatMoney(dollars: number): string {
  const digits = Math.abs(dollars) >= 0.1 || dollars === 0 ? 2 : 3
  return `${dollars < 0 ? '−' : ''}$${Math.abs(dollars).toFixed(digits)}`
}

/** What a model charges for a million tokens, in and out. */
export function formatRates(prices: { readonly input: number; readonly output: number } | null): string {
  if (prices === null) return 'unknown'
  const { input, output } = prices
  return input === 0 && output === 0 ? 'free' : `${formatMoney(input)} / ${formatMoney(output)}`
}

/** What something cost, if known. */
export function formatPrice(dollars: number | null): string {
  if (dollars === null) return 'unknown'
  return dollars === 0 ? 'free' : formatMoney(dollars)
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 90_000) return `${Math.round(ms / 1000)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** Whole seconds, for something that is still running. */
export const formatElapsed = (ms: number): string => `${Math.max(0, Math.floor(ms / 1000))} s`

export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

export function formatTime(at: string): string {
  const time = new Date(at)
  return `${padTwo(time.getHours())}:${padTwo(time.getMinutes())}`
}

/** A time relative to now, as in lists: 14:32, yesterday, Thursday, 8 Nov, 8 Nov 2025. */
export function formatWhen(at: string, now: number): string {
  const time = new Date(at)
  const days = Math.round((midnight(now) - midnight(time.getTime())) / 86_400_000)
  if (days <= 0) return formatTime(at)
  if (days === 1) return 'yesterday'
  if (days < 7) return weekdays[time.getDay()]!
  const date = `${time.getDate()} ${months[time.getMonth()]}`
  return time.getFullYear() === new Date(now).getFullYear() ? date : `${date} ${time.getFullYear()}`
}

/** ¶ 24, ¶ 17–18, ¶ 24, 45. */
export function formatMessageNumbers(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return `¶ ${runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')}`
}

const padTwo = (figure: number): string => String(figure).padStart(2, '0')

function midnight(at: number): number {
  const time = new Date(at)
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
