import { append, assistant, type Branch, classic, compaction, plan, undo, user, view, windowStatus } from 'longhand'

let branch: Branch = []
for (let n = 1; n <= 20; n++) {
  const message = n % 2 === 1 ? user(`Question ${n}`) : assistant(`Answer ${n}`)
  branch = append(branch, { type: 'message', message, count: 5 }, `m${n}`)
}
const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 100, attachments: 0 }
const status = windowStatus({ used: 100, source: 'estimated', breakdown }, { window: 120, reserve: 10 })

const decision = plan(branch, classic, { by: 'threshold', status }) // 83% of the window: fold ¶ 2–14
if (decision.type === 'fold') {
  const written = decision.planned.map(fold => ({ ...fold, text: 'Seven answers.', tag: 'summary', count: 9 }))
  branch = append(branch, compaction(branch, decision, written), 'c1')
}
console.log(view(branch).length) // 8: the first message, the summary, the last six
console.log(view(append(branch, undo(branch)!, 'u1')).length) // 20: nothing was deleted
