/** A tool that makes a bundle, or a runtime that reads modules, and how its result is asked. */
export type Target = {
  readonly name: string
  /** Where its lockfile is. */
  readonly folder: string
  readonly tool: string
  /** What else of this folder it bundles. */
  readonly shared?: readonly string[]
  /** The words that build; null for a runtime that needs no bundle. */
  readonly build: readonly string[] | null
  /** What is run then; `{port}` is a free one. */
  readonly start: readonly string[]
  /** The path that a server answers at; null for a program that prints its answer. */
  readonly serves: string | null
}

// The AI SDK brings CommonJS files that call `require`; esbuild's ES modules have none by themselves.
const withRequire =
  "--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

const next = { tool: 'next', shared: ['next-app'], start: ['next', 'start', '-p', '{port}'], serves: '/fold' }

/** What people build servers with. Vite stands in scripts/pack.test.ts, because it is installed here anyway. */
export const targets: readonly Target[] = [
  {
    ...{ name: 'esbuild, one ES module', folder: 'esbuild', tool: 'esbuild', serves: null },
    build: ['print.mjs', '--bundle', '--platform=node', '--format=esm', '--outfile=out.mjs', withRequire],
    start: ['node', 'out.mjs'],
  },
  {
    ...{ name: 'esbuild, one CommonJS file', folder: 'esbuild', tool: 'esbuild', serves: null },
    build: ['print.mjs', '--bundle', '--platform=node', '--format=cjs', '--outfile=out.cjs'],
    start: ['node', 'out.cjs'],
  },
  {
    ...{ name: 'Cloudflare Workers', folder: 'workers', tool: 'wrangler', serves: '/' },
    build: ['deploy', '--dry-run', '--outdir', 'out'],
    start: ['wrangler', 'dev', 'out/worker.js', '--no-bundle', '--ip', '127.0.0.1', '--port', '{port}'],
  },
  { ...next, name: 'Next 16, Turbopack', folder: 'next-16', build: ['build'] },
  { ...next, name: 'Next 16, webpack', folder: 'next-16', build: ['build', '--webpack'] },
  { ...next, name: 'Next 15, Turbopack', folder: 'next-15', build: ['build', '--turbopack'] },
  { ...next, name: 'Next 15, webpack', folder: 'next-15', build: ['build'] },
  {
    ...{ name: 'Bun, one file', folder: 'bun', tool: 'bun', serves: null },
    build: ['build', 'print.mjs', '--target=bun', '--outfile=out.js'],
    start: ['bun', 'out.js'],
  },
  { name: 'Bun', folder: 'bun', tool: 'bun', build: null, start: ['bun', 'print.mjs'], serves: null },
  { name: 'Deno', folder: 'deno', tool: 'deno', build: null, start: ['deno', 'run', '-A', 'print.mjs'], serves: null },
]
