import { Static } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import type { Line } from '../../../text/line.ts'
import type { Scrollback } from '../transcript/scrollback.ts'
import { Lines } from './Lines.ts'

/** Lines that are printed once; the terminal keeps them when they scroll away. */
export function PrintedLines({ scrollback }: { readonly scrollback: Scrollback }): ReactNode {
  return h(Static<readonly Line[]>, {
    key: scrollback.number,
    items: [...scrollback.batches],
    // biome-ignore lint/correctness/noChildrenProp: createElement takes functions as a property only.
    children: (batch, at) => h(Lines, { key: at, lines: batch }),
  })
}
