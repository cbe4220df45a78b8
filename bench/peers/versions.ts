import { readFileSync } from 'node:fs'

/** The versions of packages that are installed beside an adapter. */
export const versionsOf = (adapter: string, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.map(name => {
      const path = new URL(`./node_modules/${name}/package.json`, adapter)
      return [name, JSON.parse(readFileSync(path, 'utf8')).version]
    }),
  )
