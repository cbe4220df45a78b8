import type { Renderers } from 'longhand/react'

/** Large, and seldom needed: loaded when the first message needs them. */
export const renderers: Renderers = {
  math: () => import('./draw-math.ts').then(({ drawMath }) => drawMath),
  diagram: () => import('./draw-diagram.ts').then(({ drawDiagram }) => drawDiagram),
}
