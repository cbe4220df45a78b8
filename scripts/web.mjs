import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from './command.mjs'
import { root } from './root.mjs'

const page = join(root, 'apps/web/dist/index.html')
const sources = ['apps/web', 'packages/longhand/src', 'package-lock.json']

/** Whether the page is missing or older than what it is made from. */
export const isPageStale = () => isOlder(page, sources.map(inRoot))

/**
 * Whether a file is missing or older than what it is made from.
 * @param {string} file @param {readonly string[]} sources
 */
export function isOlder(file, sources) {
  const made = changed(file)
  return sources.some(source => newest(source) > made)
}

/** @param {string} path */
const inRoot = path => join(root, path)

/** Builds the page that the server hands out. */
export const buildPage = () => capture(['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'])

/** When the newest file of a tree was changed. @param {string} path @returns {number} */
function newest(path) {
  if (!statSync(path).isDirectory()) return changed(path)
  const names = readdirSync(path).filter(name => !['dist', 'node_modules'].includes(name) && !name.includes('.test.'))
  return Math.max(0, ...names.map(name => newest(join(path, name))))
}

/** @param {string} path */
const changed = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
