/** One step of a Dockerfile, such as `RUN npm ci`. */
export type Step = { readonly instruction: string; readonly text: string }

/** What is built from one `FROM`. */
export type Stage = { readonly from: string; readonly name: string | null; readonly steps: readonly Step[] }

/** Reads a Dockerfile: the instructions that ours has, without their rarer forms. */
export function parseDockerfile(text: string): readonly Stage[] {
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  const stages: { from: string; name: string | null; steps: Step[] }[] = []
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const [from = '', , name = null] = rest.split(/\s+/)
      stages.push({ from, name, steps: [] })
    } else stages.at(-1)?.steps.push({ instruction, text: rest })
  }
  return stages
}

/** The words of a command: those of its JSON form, or a shell's. */
export const wordsOf = (text: string): readonly string[] =>
  text.startsWith('[') ? JSON.parse(text) : ['/bin/sh', '-c', text]

/** The values of `ENV A=1 B=2`. */
export const valuesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(/\s+/).map(pair => pair.split(/=(.*)/s).slice(0, 2) as [string, string]))

/** The last step of a kind; null when there is none. */
export const lastStep = ({ steps }: Stage, instruction: string): string | null =>
  steps.findLast(step => step.instruction === instruction)?.text ?? null
