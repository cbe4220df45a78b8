import { memo, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { useRenderer } from '../provider/renderers.ts'
import type { Formula } from './find-math.ts'
import { FormulasContext, markOf } from './formulas.ts'

/** A formula of the text around, by its number. */
export function FormulaSpan({ number }: { readonly number: number }): ReactNode {
  const formula = useContext(FormulasContext)[number]
  if (formula === undefined) return markOf(number)
  if (formula.type === 'unfinished') return <span className="tex">{formula.source}</span>
  return <DrawnFormula tex={formula.tex} layout={formula.layout} source={formula.source} />
}

/** W12 drawn once; as it was written until then, and when it cannot be read. */
const DrawnFormula = memo(function DrawnFormula({ tex, layout, source }: Omit<Formula, 'type'>): ReactNode {
  const draw = useRenderer('math')
  const drawn = useMemo(() => draw?.(tex, layout) ?? null, [draw, tex, layout])
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (drawn !== null) place.current?.replaceChildren(drawn)
  }, [drawn])
  if (drawn === null) return <span className="tex">{source}</span>
  // A long formula scrolls sideways, and what scrolls must be reachable without a mouse.
  return <span ref={place} className={`math ${layout}`} {...(layout === 'display' && { tabIndex: 0 })} />
})
