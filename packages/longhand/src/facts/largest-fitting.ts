/** How many of the first things fit, where fewer fit whenever more do. */
export function largestFitting(max: number, fits: (count: number) => boolean): number {
  let low = 0
  let high = max + 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
