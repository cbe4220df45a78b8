// The thread of the watchdog: looks whether the loop of the main thread goes on.
import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { workerData } from 'node:worker_threads'
import type { WatchdogStart } from './watchdog.ts'
import { watchdogMemory } from './watchdog-memory.ts'

const { warnMs, endMs, lines, shared } = workerData as WatchdogStart
const { beats, blocks, debugged, note } = watchdogMemory(shared)

const lookMs = Math.min(250, warnMs / 4)

let seen = beats.get()
let lookedAt = performance.now()
let blockedMs = 0
let warned = false

setInterval(() => {
  const now = performance.now()
  // A machine that slept, or a process that was stopped, stopped this thread too: that time is nobody's.
  const sinceLook = Math.min(now - lookedAt, 2 * lookMs)
  lookedAt = now
  if (beats.get() !== seen || debugged.get() === 1) {
    seen = beats.get()
    blockedMs = 0
    warned = false
    return
  }
  blockedMs += sinceLook
  if (blockedMs >= endMs) end()
  else if (blockedMs >= warnMs && !warned) warn()
}, lookMs)

function warn(): void {
  warned = true
  blocks.set(blocks.get() + 1)
  if (lines === 'all') write('warn', 'loop-blocked')
}

/** Ends the process as nothing else can: the main thread hears no signal, and would not answer to one. */
function end(): void {
  if (lines !== 'none') write('error', 'loop-blocked-ending')
  process.kill(process.pid, 'SIGKILL')
}

/** As the log of the main thread would: that one cannot write now, and neither can what writes through it. */
function write(level: 'warn' | 'error', msg: string): void {
  const about = { level, time: new Date().toISOString(), pid: process.pid, hostname: hostname() }
  const line = { ...about, blockedMs: Math.round(blockedMs), ...JSON.parse(note.read() || '{}'), msg }
  try {
    writeSync(2, `${JSON.stringify(line)}\n`)
  } catch {
    // Nobody reads it.
  }
}
