// The core without anything around it: a branch, a plan, a view. No model, no database, no network.
import { append, assistant, type Branch, classic, compaction, plan, undo, user, view, windowStatus } from 'longhand'
import { countMessage } from 'longhand/tokens'

let branch: Branch = []
const say = (message: ReturnType<typeof user>) => {
  branch = append(branch, { type: 'message', message, count: countMessage(message) }, crypto.randomUUID())
}
for (let turn = 1; turn <= 12; turn++) {
  say(user(`Question ${turn}`))
  say(assistant(`Answer ${turn}. ${'It depends. '.repeat(20)}`))
}

const used = view(branch).reduce((sum, { count }) => sum + count, 0)
const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: used, attachments: 0 }
const status = windowStatus({ used, source: 'estimated', breakdown }, { window: 1_000, reserve: 100 })
console.log(`${status.used} of ${status.window} tokens: ${status.level}.`)

const decision = plan(branch, classic, { by: 'threshold', status })
if (decision.type === 'fold') {
  const text = 'The person asked a dozen questions; it always depended.'
  const folds = decision.planned.map(fold => ({ ...fold, text, tag: 'summary', count: 20 }))
  const before = view(branch)
  branch = append(branch, compaction(branch, decision, folds), crypto.randomUUID())
  console.log(`Compacted: ${before.length} messages before, ${view(branch).length} after.`)
  branch = append(branch, undo(branch)!, crypto.randomUUID())
  console.log(`Undone: ${view(branch).length} again, and nothing was ever deleted.`)
}
