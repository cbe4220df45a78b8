#!/usr/bin/env node
import module from 'node:module'
import { checkNode } from './commands/doctor/check-node.ts'

const { status, message, fix } = checkNode(process.versions.node)
if (status === 'problem') {
  console.error(`longhand: Node ${message} ${fix}`)
  process.exit(1)
}
// Before anything else is loaded: what was compiled once is read from a cache at every later start.
module.enableCompileCache()
const { longhand } = await import('./longhand.ts')
const isBare = process.argv.length === 2 && process.stdin.isTTY && process.stdout.isTTY
await longhand().parseAsync(isBare ? [...process.argv, 'chat'] : process.argv)
