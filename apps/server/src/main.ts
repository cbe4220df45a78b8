import module from 'node:module'
import { restartWithServerFlags } from './node-settings.mjs'

restartWithServerFlags()
// Before anything else is loaded: what was compiled once is read from a cache at every later start.
module.enableCompileCache()
const { serve } = await import('./serve.ts')
await serve(process.argv.slice(2))
