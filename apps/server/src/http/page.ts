import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** The files of the built page by their paths. Other paths are not found, however they are spelled. */
export type Page = ReadonlyMap<string, PageFile>

type PageFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string; readonly cacheControl: string }

/** Reads the page from the folder it was built into; null when it was never built. */
export async function readPage(folder: string): Promise<Page | null> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const page = await Promise.all(files.map(async path => [pathOf(folder, path), await readPageFile(path)] as const))
  const map = new Map(page)
  return map.has('/index.html') ? map : null
}

/** The file for a path. Paths without a file are screens of the page, which has a router of its own. */
export function fileFor(page: Page, path: string): PageFile | null {
  if (/^\/api(\/|$)/i.test(path)) return null
  return page.get(path) ?? (extname(path) === '' ? page.get('/index.html')! : null)
}

const pathOf = (folder: string, path: string): string => `/${relative(folder, path).split(sep).join('/')}`

async function readPageFile(path: string): Promise<PageFile> {
  const hashed = /[/\\]assets[/\\]/.test(path)
  return {
    bytes: new Uint8Array(await readFile(path)),
    type: types[extname(path)] ?? 'application/octet-stream',
    // A file with a hash in its name never changes; others are revalidated.
    cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
