/** Things with their traits, how often each happened (from 0 to 1), and how much each counts. */
export type Sample = { readonly traits: readonly number[]; readonly happened: number; readonly counts: number }

/** Weights of a logistic regression by Newton's method, the base last. Weights that nothing speaks for stay small. */
export function regress(samples: readonly Sample[]): readonly number[] {
  const size = (samples[0]?.traits.length ?? 0) + 1
  const ridge = 1e-4 * samples.reduce((sum, { counts }) => sum + counts, 0)
  let weights = new Array<number>(size).fill(0)
  for (let round = 0; round < rounds; round++) {
    const gradient = new Float64Array(size)
    const curvature = new Float64Array(size * size)
    for (const { traits, happened, counts } of samples) {
      const chance = 1 / (1 + Math.exp(-weights.reduce((sum, weight, at) => sum + weight * (traits[at] ?? 1), 0)))
      const steep = Math.max(1e-6, chance * (1 - chance)) * counts
      for (let a = 0; a < size; a++) {
        const here = traits[a] ?? 1
        gradient[a]! += (happened - chance) * counts * here
        for (let b = 0; b <= a; b++) curvature[a * size + b]! += steep * here * (traits[b] ?? 1)
      }
    }
    for (let a = 0; a < size - 1; a++) gradient[a]! -= ridge * weights[a]!
    for (let a = 0; a < size; a++) curvature[a * size + a]! += ridge
    const step = solve(curvature, gradient)
    weights = weights.map((weight, at) => weight + step[at]!)
  }
  return weights
}

const rounds = 8

/** Solves a positive definite system of which the lower half is given (Cholesky). */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const lower = Float64Array.from(matrix)
  const cell = (row: number, column: number): number => lower[row * size + column]!
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = cell(row, column)
      for (let k = 0; k < column; k++) sum -= cell(row, k) * cell(column, k)
      lower[row * size + column] = row === column ? Math.sqrt(Math.max(1e-12, sum)) : sum / cell(column, column)
    }
  }
  const found = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) found[row]! -= cell(row, k) * found[k]!
    found[row]! /= cell(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) found[row]! -= cell(k, row) * found[k]!
    found[row]! /= cell(row, row)
  }
  return found
}
