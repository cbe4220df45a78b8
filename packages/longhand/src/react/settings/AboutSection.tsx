import type { ReactNode } from 'react'
import { texts } from '../../client/text/texts.ts'
import * as words from '../words/settings.ts'
import { SectionHeading } from './SectionHeading.tsx'

/** What Longhand is. */
export function AboutSection(): ReactNode {
  return (
    <>
      <SectionHeading>{words.about}</SectionHeading>
      <p className="settings-sub">{texts.motto}</p>
      <p>{words.whatLonghandIs}</p>
      <p>
        <a href="/openapi.json">{words.openApi}</a>
      </p>
    </>
  )
}
