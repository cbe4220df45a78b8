// The watchdog's thread: checks that the loop of the main thread is running.
import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { workerData } from 'node:worker_threads'
import type { WatchdogStart } from './watchdog.ts'
import { watchdogMemory } from './watchdog-memory.ts'

const { warnMs, killMs, logLevel, shared } = workerData as WatchdogStart
const { beats, blocks, debugged, note } = watchdogMemory(shared)

const lookMs = Math.min(250, warnMs / 4)

let lastBeat = beats.get()
let lookedAt = performance.now()
let blockedMs = 0
let warned = false

setInterval(() => {
  const now = performance.now()
  // A machine that slept, or a process that was stopped, stopped this thread too: that time does not count.
  const sinceLook = Math.min(now - lookedAt, 2 * lookMs)
  lookedAt = now
  if (beats.get() !== lastBeat || debugged.get() === 1) {
    lastBeat = beats.get()
    blockedMs = 0
    warned = false
    return
  }
  blockedMs += sinceLook
  if (blockedMs >= killMs) end()
  else if (blockedMs >= warnMs && !warned) warn()
}, lookMs)

function warn(): void {
  warned = true
  blocks.set(blocks.get() + 1)
  if (logLevel === 'all') write('warn', 'loop-blocked')
}

/** Kills the process: a blocked main thread would not react to any other signal. */
function end(): void {
  if (logLevel !== 'none') write('error', 'loop-blocked-ending')
  process.kill(process.pid, 'SIGKILL')
}

/** In the format of the main thread's log, which cannot write while that thread is blocked. */
function write(level: 'warn' | 'error', msg: string): void {
  const about = { level, time: new Date().toISOString(), pid: process.pid, hostname: hostname() }
  const line = { ...about, blockedMs: Math.round(blockedMs), ...JSON.parse(note.read() || '{}'), msg }
  try {
    writeSync(2, `${JSON.stringify(line)}\n`)
  } catch {
    // Nobody is reading stderr.
  }
}
