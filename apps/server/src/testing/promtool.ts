import { execFileSync } from 'node:child_process'

/** What Prometheus' own `promtool check metrics` says about a text: nothing when it is content; null when it is not here. */
export function promtoolFaults(text: string): string | null {
  try {
    execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] })
    return ''
  } catch (error) {
    const { code, stderr, stdout } = error as { code?: string; stderr?: Buffer; stdout?: Buffer }
    return code === 'ENOENT' ? null : `${stderr}${stdout}` || 'promtool failed'
  }
}

/** One sample: its name, its labels, its value. */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const sample =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (NaN|[+-]Inf|-?[\d.]+(?:e[+-]?\d+)?)$/

/** Reads the text format strictly: every line is a comment of a known kind or a sample of a metric that was announced. */
export function readSamples(text: string): readonly Sample[] {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  for (const line of text.split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? []
    if (name !== '') types.set(name, type)
    if (line === '' || line.startsWith('# TYPE ') || line.startsWith('# HELP ')) continue
    const [, own, labels = '', value] = sample.exec(line) ?? []
    if (own === undefined) throw new Error(`No sample: ${line}`)
    if (!types.has(own) && types.get(own.replace(/_(bucket|sum|count)$/, '')) !== 'histogram')
      throw new Error(`Not announced: ${own}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, word]) => [key!, word!])
    samples.push({ name: own, labels: Object.fromEntries(pairs), value: Number(value?.replace('Inf', 'Infinity')) })
  }
  return samples
}
