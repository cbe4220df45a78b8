import type { ReactNode } from 'react'
import { useLonghand } from '../provider/LonghandProvider.tsx'

type Props = {
  readonly to: string
  readonly className?: string
  readonly current?: boolean
  readonly children: ReactNode
}

/** A link to another screen. A plain click navigates; with a modifier key the browser decides. */
export function PathLink({ to, className, current, children }: Props): ReactNode {
  const { navigate } = useLonghand()
  return (
    <a
      href={to}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
