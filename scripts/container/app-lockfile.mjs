/**
 * @typedef {Readonly<Record<string, string>>} Wanted
 * @typedef {{ version?: string, dependencies?: Wanted, optionalDependencies?: Wanted, peerDependencies?: Wanted, peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>, dev?: true, devOptional?: true, peer?: true, optional?: true }} Locked
 * @typedef {Readonly<Record<string, Locked>>} Packages
 */

/**
 * The packages of a lockfile that these dependencies need, each where it stands: what is installed from them is what was
 * tested. Throws when one is missing.
 * @param {Packages} packages
 * @param {Wanted} dependencies
 * @returns {Record<string, Locked>}
 */
export function neededPackages(packages, dependencies) {
  /** @type {Map<string, Locked>} */
  const needed = new Map()
  const waiting = Object.keys(dependencies).map(name => ({ from: '', name, isOptional: false }))
  for (const { from, name, isOptional } of waiting) {
    const path = placeOf(packages, from, name)
    if (path === null) {
      if (isOptional) continue
      throw new Error(`${from || 'The app'} needs ${name}, which the lockfile lacks.`)
    }
    if (needed.has(path)) continue
    // What was for development there is needed here.
    const { dev, devOptional, peer, ...locked } = /** @type {Locked} */ (packages[path])
    needed.set(path, devOptional === undefined ? locked : { ...locked, optional: true })
    for (const each of wantedBy(locked)) waiting.push({ from: path, ...each })
  }
  return Object.fromEntries([...needed].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {Locked} locked */
function wantedBy({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter(name => peerDependenciesMeta[name]?.optional !== true)
  return [
    ...[...Object.keys(dependencies), ...peers].map(name => ({ name, isOptional: name in optionalDependencies })),
    ...Object.keys(optionalDependencies).map(name => ({ name, isOptional: true })),
  ]
}

/** Where Node finds a package: next to the one that asks, then further out. @param {Packages} packages @param {string} from @param {string} name */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return null
  }
}
