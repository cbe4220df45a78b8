import { spawn } from 'node:child_process'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Shows an address in the person's browser. Where there is none, the printed address has to do. */
export function openBrowser(address: string): void {
  const [program, ...flags] = openers[process.platform] ?? ['xdg-open']
  spawn(program!, [...flags, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
