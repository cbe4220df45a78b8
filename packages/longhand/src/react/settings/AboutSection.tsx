import type { ReactNode } from 'react'
import { texts } from '../../client/text/texts.ts'

/** What Longhand is. */
export function AboutSection(): ReactNode {
  return (
    <>
      <h1>About</h1>
      <p className="settings-sub">{texts.motto}</p>
      <p>
        Longhand lets a conversation with an AI model go on for ever. You always see every word. The model gets a view
        that fits its window: a summary of the old part, protected messages word for word, and the recent part as it is.
        Nothing is deleted or rewritten; every condensing is measured before it counts, and every one can be undone.
      </p>
      <p>
        <a href="/openapi.json">The API, as an OpenAPI document</a>
      </p>
    </>
  )
}
