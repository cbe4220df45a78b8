import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files in languages of their own, which the code beside them reads: prompts, SQL, styles, samples. @param {string} folder */
export const assetsIn = folder =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !/\.(tsx?|md)$|\.golden\./.test(entry.name))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
