import type { ReactNode } from 'react'

/** A text in which no line ends between ¶ and its number. */
export function Unbroken({ text }: { readonly text: string }): ReactNode {
  return text.split(/(¶ \d+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key.
      <span key={at} className="unbroken">
        {part}
      </span>
    ),
  )
}
