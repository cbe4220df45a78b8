import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of packages whose code or data is published with ours. @param {readonly string[]} folders */
export const licencesIn = folders => [...new Set(folders)].toSorted().map(licenceOf).join('\n\n')

/** The folders of the packages that bundled modules come from. @param {readonly string[]} modules */
export const packagesOf = modules =>
  modules.flatMap(path => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0] ?? [])

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(file => /^licen[cs]e/i.test(file))
  const text = file === undefined ? `Licensed under ${license}.` : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version}\n\n${text}`
}
