import type { ReactNode } from 'react'
import { texts } from '../../client/text/texts.ts'
import * as words from '../words/settings.ts'

/** What Longhand is. */
export function AboutSection(): ReactNode {
  return (
    <>
      <h1>{words.about}</h1>
      <p className="settings-sub">{texts.motto}</p>
      <p>{words.whatLonghandIs}</p>
      <p>
        <a href="/openapi.json">{words.openApi}</a>
      </p>
    </>
  )
}
