import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a section. When the settings open, the focus starts here; it stays in the list while one looks around there. */
export function SectionHeading({ children }: { readonly children: ReactNode }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
