/** Memory shared by the watchdog's thread and the one it watches, readable while that one is blocked. */
export type WatchdogMemory = {
  /** How often the loop has run. */
  readonly beats: Cell
  /** How often it was found blocked. */
  readonly blocks: Cell
  /** 1 while a debugger is attached, which may stop one thread and not the other. */
  readonly debugged: Cell
  readonly note: { read(): string; write(text: string): void }
}

type Cell = { get(): number; set(value: number): void }

const cells = 4
const noteBytes = 4_096

export const newWatchdogMemory = (): SharedArrayBuffer => new SharedArrayBuffer(4 * cells + noteBytes)

export function watchdogMemory(shared: SharedArrayBuffer): WatchdogMemory {
  const numbers = new Int32Array(shared, 0, cells)
  const bytes = new Uint8Array(shared, 4 * cells, noteBytes)
  const cell = (at: number): Cell => ({
    get: () => Atomics.load(numbers, at),
    set: value => void Atomics.store(numbers, at, value),
  })
  const length = cell(3)
  return {
    beats: cell(0),
    blocks: cell(1),
    debugged: cell(2),
    note: {
      // A decoder takes no shared memory, so it gets a copy.
      read: () => new TextDecoder().decode(bytes.slice(0, length.get())),
      write: text => {
        const written = new TextEncoder().encode(text)
        if (written.length > noteBytes) return
        bytes.set(written)
        length.set(written.length)
      },
    },
  }
}
