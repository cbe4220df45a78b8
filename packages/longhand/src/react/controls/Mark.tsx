import type { ReactNode } from 'react'

/** The mark of Longhand: a handwritten *l* whose tail becomes a dash. */
export function Mark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path
        d="M2.5 19.5C8.5 18.6 16.6 12.4 16.6 6.6C16.6 3.2 13.6 2.9 12.2 6.4C10.2 11.4 9.2 23.5 13.6 23.5C16 23.5 16.4 19.6 18.8 19.6H25.5"
        fill="none"
        stroke="currentColor"
        strokeWidth={size < 20 ? 3 : 2.3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
