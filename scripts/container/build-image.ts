import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lastStep, type Stage, valuesOf, wordsOf } from './dockerfile.ts'
import { type InImage, mountImage, runInImage } from './in-image.ts'

/** An image that was built: the layers of its files, the last first, and how it is run. */
export type Image = {
  readonly layers: readonly string[]
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly volumes: readonly string[]
  readonly health: readonly string[]
  readonly command: readonly string[]
}

/** Where the sources are, and where the layers go. */
type Places = { readonly context: string; readonly place: string }

/** Builds every stage of a Dockerfile, step by step, and answers with the last one. */
export function buildImage(stages: readonly Stage[], places: Places): Image {
  const base = baseLayer(places.place)
  const built = new Map<string, string>()
  for (const [at, stage] of stages.entries()) {
    console.log(
      `\nFROM ${stage.from}: not pulled; the files of this machine and Node ${process.version} stand in for it`,
    )
    built.set(stage.name ?? String(at), buildStage(stage, at, { ...places, base, built }))
  }
  const last = stages.at(-1)!
  const health = /CMD (.*)$/.exec(lastStep(last, 'HEALTHCHECK') ?? '')?.[1] ?? ''
  return {
    layers: [[...built.values()].at(-1)!, base, '/'],
    user: lastStep(last, 'USER') ?? 'root',
    env: envOf(last),
    volumes: last.steps.flatMap(({ instruction, text }) => (instruction === 'VOLUME' ? [text] : [])),
    health: wordsOf(health),
    command: wordsOf(lastStep(last, 'CMD') ?? ''),
  }
}

const envOf = (stage: Stage): Readonly<Record<string, string>> =>
  Object.assign({}, ...stage.steps.map(({ instruction, text }) => (instruction === 'ENV' ? valuesOf(text) : {})))

/** What the base image has and this machine may lack: its Node, and a person without rights. */
function baseLayer(place: string): string {
  const base = join(place, 'base')
  for (const folder of ['usr/local/bin', 'etc']) mkdirSync(join(base, folder), { recursive: true })
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'))
  for (const [file, line] of [
    ['passwd', 'node:x:1000:1000::/tmp:/bin/sh'],
    ['group', 'node:x:1000:'],
  ] as const) {
    copyFileSync(join('/etc', file), join(base, 'etc', file))
    if (!readFileSync(join('/etc', file), 'utf8').includes('\nnode:'))
      appendFileSync(join(base, 'etc', file), `${line}\n`)
  }
  appendFileSync(join(base, 'etc/hosts'), '127.0.0.1 localhost db\n')
  return base
}

/** How this machine gets out, which an engine tells its builds too: proxies and certificates. */
const networkOf = (variables: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(https?|no)_proxy)$/i.test(name) ? [[name, value!]] : [],
    ),
  )

type StagePlaces = Places & { readonly base: string; readonly built: ReadonlyMap<string, string> }

function buildStage(stage: Stage, at: number, { context, place, base, built }: StagePlaces): string {
  const [upper, work] = ['upper', 'work'].map(name => join(place, 'images', String(at), name)) as [string, string]
  for (const folder of [upper, work]) mkdirSync(folder, { recursive: true })
  const image: InImage = {
    ...{ user: 'root', cwd: '/', env: networkOf(process.env) },
    root: mountImage(place, [base, '/'], { upper, work }),
  }
  stage.steps.reduce((before, { instruction, text }) => {
    const from = performance.now()
    const after = step(before, instruction, text)
    console.log(
      `  ✓ ${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s  ${instruction} ${text.slice(0, 90)}`,
    )
    return after
  }, image)
  return upper

  function step(before: InImage, instruction: string, text: string): InImage {
    switch (instruction) {
      case 'WORKDIR':
        mkdirSync(join(before.root, text), { recursive: true })
        return { ...before, cwd: text }
      case 'ENV':
        return { ...before, env: { ...before.env, ...valuesOf(text) } }
      case 'USER':
        return { ...before, user: text }
      case 'COPY':
        copy(before, text)
        return before
      case 'RUN':
        runInImage(before, wordsOf(text))
        return before
      case 'VOLUME':
      case 'EXPOSE':
      case 'HEALTHCHECK':
      case 'CMD':
        return before
      default:
        throw new Error(`${instruction} is not an instruction that this program knows.`)
    }
  }

  function copy({ root, cwd }: InImage, text: string): void {
    const [, stageName, what = '', to = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text) ?? []
    const goal = join(root, resolve(cwd, to))
    mkdirSync(dirname(goal), { recursive: true })
    if (stageName !== undefined)
      cpSync(join(built.get(stageName)!, what), goal, { recursive: true, verbatimSymlinks: true })
    else copyContext(context, goal)
  }
}

/** Everything but what .dockerignore names: folders of a name, wherever they are. */
function copyContext(context: string, goal: string): void {
  const file = join(context, '.dockerignore')
  const names = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  const leftOut = names.map(name => `--exclude=${name.replace('**/', '')}`)
  const { status } = spawnSync('sh', ['-c', 'tar -C "$1" -cf - "$@" . | tar -C "$0" -xf -', goal, context, ...leftOut])
  if (status !== 0) throw new Error(`${context} cannot be copied.`)
}
