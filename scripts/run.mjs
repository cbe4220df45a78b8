import { takeOver } from './command.mjs'
import { ensureInstalled } from './install.mjs'

// node scripts/run.mjs FILE ARGS: runs a TypeScript file under Node 24, installing first what is missing.
ensureInstalled()
process.exitCode = await takeOver(process.argv.slice(2))
