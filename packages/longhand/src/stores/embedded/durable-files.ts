import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { withoutOthers } from './make-private.ts'

/**
 * Files that really reach the disk, and are their owner's alone. PGlite as shipped never syncs: it starts with fsync off,
 * and the file system below it has no such operation. This adds the operation and counts how often it ran. Nor does it
 * pass on the permissions that Postgres asks for; they would depend on the umask.
 */
export class DurableFiles extends NodeFS {
  /** How often something was forced to disk. */
  syncs = 0

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const hook = (module: unknown) => {
      const files = (module as { NODEFS: Emscripten }).NODEFS
      files.stream_ops.fsync = stream => {
        this.syncs++
        if (stream.nfd !== undefined) fsyncSync(stream.nfd)
        else syncPath(files.realPath(stream.node))
        return 0
      }
      const { node_ops, doSetAttr } = files
      const { mknod } = node_ops
      node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, withoutOthers(mode), device)
      files.doSetAttr = (path, node, attributes, ...how) => {
        const mode = attributes.mode == null ? {} : { mode: withoutOthers(attributes.mode) }
        doSetAttr(path, node, { ...attributes, ...mode }, ...how)
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } }
  }
}

/** Starts Postgres with fsync on, a small cache and a short log, so that it opens quickly after a crash. */
export const startParams: string[] = [
  ...PGlite.defaultStartParams.filter(param => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=32MB', 'max_wal_size=64MB', 'min_wal_size=32MB'].flatMap(
    setting => ['-c', setting],
  ),
]

/** Forces a file, or the names in a folder, to disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } catch (error) {
    // Windows cannot sync a folder, and need not.
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(file)
  }
}

type Emscripten = {
  doSetAttr: (path: unknown, node: unknown, attributes: { readonly mode?: number | null }, ...how: unknown[]) => void
  readonly node_ops: { mknod: (parent: unknown, name: string, mode: number, device: number) => unknown }
  readonly stream_ops: { fsync?: (stream: { readonly nfd?: number; readonly node: unknown }) => number }
  readonly realPath: (node: unknown) => string
}
