import { Static } from 'ink'
import { createElement as h, type ReactNode } from 'react'
import type { Line } from '../../../text/line.ts'
import type { Sheet } from '../transcript/scrollback.ts'
import { Lines } from './Lines.ts'

/** What is printed once and then left to the terminal, which keeps it when it scrolls away. */
export function Paper({ sheet }: { readonly sheet: Sheet }): ReactNode {
  return h(Static<readonly Line[]>, {
    key: sheet.number,
    items: [...sheet.batches],
    // biome-ignore lint/correctness/noChildrenProp: createElement takes functions as a property only.
    children: (batch, at) => h(Lines, { key: at, lines: batch }),
  })
}
