/**
 * A map that forgets what was not asked for longest. What is asked for moves in a list of its own: a JavaScript map in which
 * a key is deleted and set again, over and over, takes ever longer to find it.
 */
export class BoundedMap<Value, Key = string> {
  readonly #slots = new Map<Key, Slot<Key, Value>>()
  readonly #most: number
  readonly #weight: Weight<Value> | null
  #total = 0
  /** What will be forgotten next, and what was asked for last. */
  #oldest: Slot<Key, Value> | null = null
  #newest: Slot<Key, Value> | null = null

  /** So many values, and, where each has a weight, as many as weigh no more together. */
  constructor(most: number, weight: Weight<Value> | null = null) {
    this.#most = most
    this.#weight = weight
  }

  get(key: Key): Value | undefined {
    const slot = this.#slots.get(key)
    if (slot === undefined) return undefined
    if (slot !== this.#newest) {
      this.#unlink(slot)
      this.#link(slot)
    }
    return slot.value
  }

  set(key: Key, value: Value): void {
    this.#total += this.#weightOf(value)
    const known = this.#slots.get(key)
    if (known === undefined) {
      const slot = { key, value, older: null, newer: null }
      this.#slots.set(key, slot)
      this.#link(slot)
    } else {
      this.#total -= this.#weightOf(known.value)
      known.value = value
      this.get(key)
    }
    while (this.#slots.size > this.#most || this.#total > (this.#weight?.most ?? 0)) this.delete(this.#oldest!.key)
  }

  delete(key: Key): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#total -= this.#weightOf(slot.value)
    this.#slots.delete(key)
    this.#unlink(slot)
  }

  #weightOf(value: Value): number {
    return this.#weight?.of(value) ?? 0
  }

  #link(slot: Slot<Key, Value>): void {
    slot.older = this.#newest
    if (this.#newest !== null) this.#newest.newer = slot
    this.#newest = slot
    this.#oldest ??= slot
  }

  #unlink(slot: Slot<Key, Value>): void {
    const { older, newer } = slot
    if (older === null) this.#oldest = newer
    else older.newer = newer
    if (newer === null) this.#newest = older
    else newer.older = older
    slot.older = slot.newer = null
  }
}

type Weight<Value> = { readonly of: (value: Value) => number; readonly most: number }

type Slot<Key, Value> = {
  readonly key: Key
  value: Value
  older: Slot<Key, Value> | null
  newer: Slot<Key, Value> | null
}
