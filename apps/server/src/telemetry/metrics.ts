import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** All metrics, in a registry of their own: two servers in one process do not share counts. */
export type Metrics = ReturnType<typeof createMetrics>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 1]

/** The figures that a server keeps about itself. Labels are words that we chose, so their number never grows. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name: `longhand_${name}_total`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name: `longhand_${name}`, help, buckets, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `longhand_${name}`, help, labelNames, registers })
  return {
    registry,
    turns: counter('turns', 'Turns that ended.', 'outcome'),
    turnSeconds: histogram('turn_seconds', 'From a message to the end of its answer.', seconds),
    steps: counter('steps', 'Model calls.', 'model', 'outcome'),
    stepSeconds: histogram('step_seconds', 'Duration of a model call.', seconds, 'model'),
    tokens: counter('tokens', 'Tokens as providers reported them.', 'model', 'kind'),
    cost: counter('cost_dollars', 'Money by list prices, for chats, summaries and titles.', 'for'),
    compactions: counter('compactions', 'Compactions that ended.', 'trigger', 'strategy', 'outcome'),
    compactionSeconds: histogram('compaction_seconds', 'How long writing a compaction took.', seconds),
    reduction: histogram('compaction_reduction_ratio', 'Share of the tokens that a compaction saved.', shares),
    retention: histogram('compaction_retention_ratio', 'Share of the facts that a compaction kept.', shares),
    gates: counter('gates', 'Outcomes of gates.', 'gate', 'outcome'),
    preparations: counter('preparations', 'Summaries written ahead of need.', 'outcome'),
    breakers: counter('breaker_changes', 'Breakers that opened or closed.', 'state'),
    checkpoints: counter('checkpoints', 'Checkpoints that were saved, or could not be.', 'kind', 'outcome'),
    warnings: counter('warnings', 'Warnings shown to people.', 'code'),
    requests: counter('http_requests', 'Requests that were answered.', 'method', 'route', 'status'),
    requestSeconds: histogram('http_request_seconds', 'Time until a response starts.', seconds, 'route'),
    feeds: gauge('live_feeds', 'Live feeds that are open.'),
    running: gauge('running', 'Work that this process does now.', 'work'),
    storage: gauge('storage_bytes', 'Bytes stored by all owners.'),
    owners: gauge('storage_owners', 'Owners who store something.'),
    largest: gauge('storage_largest_bytes', 'Bytes stored by the largest owners, without their names.', 'rank'),
    delayMedian: gauge('event_loop_delay_median_seconds', 'Median delay of the event loop since the last scrape.'),
    delayP99: gauge('event_loop_delay_p99_seconds', 'The 99th percentile of the delay.'),
    delayMax: gauge('event_loop_delay_max_seconds', 'The longest delay.'),
    busyMax: gauge('event_loop_busy_max_seconds', 'The longest CPU time without a break.'),
    blocked: counter('event_loop_blocked', 'How often the event loop was blocked for more than five seconds.'),
    memory: gauge('memory_bytes', 'Resident memory of this process.'),
    cpu: counter('cpu_seconds', 'CPU time of this process.'),
    started: gauge('start_time_seconds', 'When this process started.'),
  }
}
