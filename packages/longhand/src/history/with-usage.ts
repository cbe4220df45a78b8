import { roomOf, type WindowStatus, windowStatus } from '../core/window.ts'
import type { Usage } from '../engine/ports/chat-model.ts'

/** How full the window is once a request and its answer are in it. */
export function withUsage(status: WindowStatus, { input, output }: Usage): WindowStatus {
  const used = input + output
  const added = used - status.used
  const breakdown = { ...status.breakdown, messages: status.breakdown.messages + added }
  // Reported less than was estimated: then the parts are as far off as they were.
  const parts = breakdown.messages < 0 ? status.breakdown : breakdown
  return windowStatus({ used, source: 'reported', breakdown: parts }, roomOf(status))
}
