import module from 'node:module'

// Before anything else is loaded: what was compiled once is read from a cache at every later start.
module.enableCompileCache()
const { serve } = await import('./serve.ts')
await serve(process.argv.slice(2))
