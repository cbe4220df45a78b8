import { spawn } from 'node:child_process'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the browser. Errors are ignored: the address is printed too. */
export function openBrowser(address: string): void {
  const [program, ...flags] = openers[process.platform] ?? ['xdg-open']
  spawn(program!, [...flags, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
