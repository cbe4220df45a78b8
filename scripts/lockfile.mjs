/**
 * @typedef {{ version?: string, link?: boolean, optionalDependencies?: Record<string, string>, hasInstallScript?: boolean }} Package
 * @typedef {Record<string, Package>} Packages
 */

/** Packages that must exist once: two copies have two identities, and `instanceof` and hooks break between them. */
const single = [
  'ai',
  'react',
  'react-dom',
  'zod',
  'vite',
  'rolldown',
  'ink',
  '@ai-sdk/provider',
  '@ai-sdk/provider-utils',
]

/** What is wrong with the packages of a lockfile, one sentence each. @param {Packages} packages */
export const lockfileFaults = packages => [...missingOptionals(packages), ...duplicates(packages)]

/**
 * npm leaves an optional package out of the lockfile when the registry lacks it for another platform, and `npm ci` then
 * refuses that lockfile everywhere.
 * @param {Packages} packages
 */
function missingOptionals(packages) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(name => !isFound(packages, path, name))
      .map(name => `${path || 'The root'} asks for ${name}, which the lockfile lacks: pin a version that has it.`),
  )
}

/** Looks for a package as Node does: next to the one that asks, then further out. @param {Packages} packages @param {string} path @param {string} name */
function isFound(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/** @param {Packages} packages */
function duplicates(packages) {
  return single.flatMap(name => {
    const copies = Object.keys(packages).filter(
      path => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
    )
    return copies.length > 1 ? [`${name} is there ${copies.length} times: ${copies.join(', ')}.`] : []
  })
}
