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
    steps: counter('steps', 'Calls of a model.', 'model', 'outcome'),
    stepSeconds: histogram('step_seconds', 'How long a call of a model took.', seconds, 'model'),
    tokens: counter('tokens', 'Tokens as providers reported them.', 'model', 'kind'),
    cost: counter('cost_dollars', 'Money by list prices, for chats and for summaries.', 'for'),
    compactions: counter('compactions', 'Compactions that ended.', 'trigger', 'strategy', 'outcome'),
    compactionSeconds: histogram('compaction_seconds', 'How long writing a compaction took.', seconds),
    reduction: histogram('compaction_reduction_ratio', 'Share of the tokens that a compaction saved.', shares),
    retention: histogram('compaction_retention_ratio', 'Share of the facts that a compaction kept.', shares),
    gates: counter('gates', 'What gates did with drafts.', 'gate', 'outcome'),
    preparations: counter('preparations', 'Summaries written ahead of need.', 'outcome'),
    breakers: counter('breaker_changes', 'Breakers that opened or closed.', 'state'),
    checkpoints: counter('checkpoints', 'Checkpoints that were saved, or could not be.', 'kind', 'outcome'),
    warnings: counter('warnings', 'What people were warned of.', 'code'),
    requests: counter('http_requests', 'Requests that were answered.', 'method', 'route', 'status'),
    requestSeconds: histogram('http_request_seconds', 'Until an answer began.', seconds, 'route'),
    feeds: gauge('live_feeds', 'Live feeds that are open.'),
    running: gauge('running', 'Work that this process does now.', 'work'),
    storage: gauge('storage_bytes', 'What everyone stores.'),
    owners: gauge('storage_owners', 'How many people store something.'),
    largest: gauge('storage_largest_bytes', 'What those store who store most, without their names.', 'rank'),
    delayMedian: gauge('event_loop_delay_median_seconds', 'How late the event loop was, since it was asked last.'),
    delayP99: gauge('event_loop_delay_p99_seconds', 'The same, in the worst hundredth of all moments.'),
    delayMax: gauge('event_loop_delay_max_seconds', 'The same, at worst.'),
    busyMax: gauge(
      'event_loop_busy_max_seconds',
      'The longest time it computed without a break, in time of the processor.',
    ),
    blocked: counter('event_loop_blocked', 'How often it was blocked for more than five seconds.'),
    memory: gauge('memory_bytes', 'Memory that this process takes.'),
    cpu: counter('cpu_seconds', 'Time that this process has computed.'),
    started: gauge('start_time_seconds', 'When this process started.'),
  }
}
