import { fileURLToPath } from 'node:url'

/** The folder of the repository. The files of `scripts/*.mjs` run on any Node from 20 on: they fetch the newer one. */
export const root = fileURLToPath(new URL('..', import.meta.url))
