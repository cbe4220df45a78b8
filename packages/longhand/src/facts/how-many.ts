/** How many of the first things fit, where fewer fit whenever more do. */
export function howMany(all: number, fit: (count: number) => boolean): number {
  let fits = 0
  let above = all + 1
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2)
    if (fit(middle)) fits = middle
    else above = middle
  }
  return fits
}
