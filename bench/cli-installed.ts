import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bundleApp } from '../scripts/pack-app.mjs'
import { root } from '../scripts/root.mjs'

/** Puts the app into a folder as npm would, without a registry: ours as it is published, those of others as links. Resolves to the program. */
export async function installApp(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@longhand'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== 'longhand' && name !== '@longhand') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  cpSync(await bundleApp(), join(modules, '@longhand/cli'), { recursive: true })
  return join(modules, '@longhand/cli/main.js')
}
