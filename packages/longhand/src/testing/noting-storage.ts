import type { Storage } from '../engine/ports/store.ts'

/** A storage that notes what is asked of it: `entries.append`. */
export function notingStorage(storage: Storage): { readonly storage: Storage; readonly asked: string[] } {
  const asked: string[] = []
  const noted = <Port extends object>(port: Port, path: string): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const found = target[name as keyof Port] as unknown
        const place = `${path}${String(name)}`
        if (typeof found !== 'function') return noted(found as object, `${place}.`)
        return (...given: unknown[]) => {
          asked.push(place)
          return found(...given)
        }
      },
    })
  return { storage: { ...storage, as: owner => noted(storage.as(owner), '') }, asked }
}
