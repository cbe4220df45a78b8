/** How many of the first things fit, where fewer fit whenever more do. A good guess saves most of the tries. */
export function largestFitting(max: number, fits: (count: number) => boolean, guess: number = max >> 1): number {
  let low = 0
  let high = max + 1
  for (let at = guess, step = Math.max(1, max >> 5); at > low && at < high; step *= 2) {
    if (fits(at)) low = at
    else high = at
    at += low === at ? step : -step
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
