/** A map that forgets what was not asked for longest. */
export class BoundedMap<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number
  readonly #weight: Weight<Value> | null
  #total = 0

  /** So many values, and, where each has a weight, as many as weigh no more together. */
  constructor(most: number, weight: Weight<Value> | null = null) {
    this.#most = most
    this.#weight = weight
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    this.#values.set(key, value)
    this.#total += this.#weight?.of(value) ?? 0
    while (this.#values.size > this.#most || this.#total > (this.#weight?.most ?? 0))
      this.delete(this.#values.keys().next().value!)
  }

  delete(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#total -= this.#weight?.of(value) ?? 0
    this.#values.delete(key)
  }
}

type Weight<Value> = { readonly of: (value: Value) => number; readonly most: number }
