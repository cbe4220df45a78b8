import { type Context, createContext, useContext, useEffect, useState } from 'react'

/**
 * Renderers that an app provides for texts that need more than Markdown. Each is loaded when a message first needs it.
 */
export type Renderers = {
  /** A formula as an element; null when its TeX cannot be read, and it is shown as written. */
  readonly math?: () => Promise<(tex: string, layout: 'inline' | 'display') => Node | null>
  /** A Mermaid diagram as a picture; rejects with a sentence when it cannot be drawn. */
  readonly diagram?: () => Promise<(source: string, theme: 'light' | 'dark') => Promise<DrawnDiagram>>
}

/** The address of a picture, and its size. */
export type DrawnDiagram = { readonly src: string; readonly width: number; readonly height: number }

/** The renderers of the app around; none unless it brings some. */
export const RenderersContext: Context<Renderers> = createContext<Renderers>({})

/** One of the renderers, loaded; null until then, when it cannot be loaded, and where there is none. */
export function useRenderer<K extends keyof Renderers>(name: K): Loaded<K> | null {
  const load = useContext(RenderersContext)[name] as (() => Promise<Loaded<K>>) | undefined
  const [, redraw] = useState(0)
  useEffect(() => {
    if (load === undefined || ready.has(load)) return
    let isMounted = true
    const loading = load().then(renderer => {
      ready.set(load, renderer)
      if (isMounted) redraw(n => n + 1)
    })
    // What it would draw stays as written.
    loading.catch(() => {})
    return () => {
      isMounted = false
    }
  }, [load])
  return load === undefined ? null : ((ready.get(load) as Loaded<K> | undefined) ?? null)
}

type Loaded<K extends keyof Renderers> = Awaited<ReturnType<NonNullable<Renderers[K]>>>

/** What was loaded once is there at once from then on, so that nothing flickers. */
const ready = new WeakMap<object, unknown>()
