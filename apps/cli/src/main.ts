#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded: what was compiled once is read from a cache at every later start.
enableCompileCache()
const { longhand } = await import('./longhand.ts')
await longhand().parseAsync()
