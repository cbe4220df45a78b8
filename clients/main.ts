import { parseArgs } from 'node:util'
import { table } from '../scripts/table.ts'
import type { Agent } from './agent.ts'
import { ensureAgents, versionOf } from './install-agents.ts'
import { agents } from './line-up.ts'
import { rerunAlone } from './loopback-only.ts'
import { type AgentRun, runAgent } from './run-agent.ts'

// npm run clients [-- --only codex --steps 60 --window 32000]: real agents through Longhand, against a scripted provider.
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    steps: { type: 'string', default: '60' },
    window: { type: 'string', default: '32000' },
  },
})

const reason = ensureAgents()
if (reason !== null) {
  console.error(`The agents cannot be installed: ${reason}`)
  process.exit(1)
}
const exit = rerunAlone()
if (exit !== null) process.exit(exit)

const isAsked = ({ name }: Agent): boolean =>
  values.only?.some(part => name.toLowerCase().includes(part.toLowerCase())) ?? true

const rows: (string | number)[][] = []
for (const agent of agents.filter(isAsked)) {
  const name = `${agent.name} ${versionOf(agent.package) ?? '(not installed)'}`
  console.error(name)
  const run = await runAgent(agent, { window: +values.window, steps: +values.steps, timeoutMs: 600_000 })
  const faults = faultsOf(run)
  if (faults.length > 0) {
    console.error(`${name}: ${faults.join('; ')}. It said last:\n${run.said}`)
    process.exitCode = 1
  }
  rows.push([
    ...[
      name,
      run.exit ?? 'none',
      run.steps,
      run.outputs,
      run.compactions,
      run.errors.length,
      run.refused,
      run.ownCompactions,
    ],
    ...[run.missing, run.earlyFact, kilobytes(run.largestFromAgent), kilobytes(run.largestSentOn)],
    Math.round(run.seconds),
  ])
}
console.log(table(head(), rows))

function head(): readonly string[] {
  return [
    ...[
      'agent',
      'exit',
      'tool steps',
      'outputs it sent',
      'compactions',
      'errors it met',
      'refused by the provider',
      'own compactions',
    ],
    ...['of these not in the log', 'first fact at the end', 'largest request, kB', 'largest sent on, kB', 'seconds'],
  ]
}

function faultsOf(run: AgentRun): readonly string[] {
  return [
    run.exit === 0 ? '' : `it ended with ${run.exit ?? 'no exit code'}`,
    run.steps >= +values.steps ? '' : `it took ${run.steps} steps`,
    run.compactions >= 3 ? '' : `there were ${run.compactions} compactions`,
    run.errors.length === 0 ? '' : `it met ${run.errors.join(', ')}`,
    run.ownCompactions === 0 ? '' : `it compacted by itself ${run.ownCompactions} times`,
    run.missing === 0 ? '' : `${run.missing} steps are not in the log`,
    run.earlyFact === 'there' ? '' : 'the first fact is gone',
  ].filter(text => text !== '')
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1_000)
}
