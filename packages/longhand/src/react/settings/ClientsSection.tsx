import type { ReactNode } from 'react'
import { clientLines } from '../../client/text/client-lines.ts'
import { CopyButton } from '../controls/CopyButton.tsx'
import * as words from '../words/settings.ts'
import './ClientsSection.css'
import { ClientWindows } from './ClientWindows.tsx'
import { SectionHeading } from './SectionHeading.tsx'

/** H4.26 one line per program that makes its conversations endless, with the address of this page. */
export function ClientsSection(): ReactNode {
  return (
    <>
      <SectionHeading>{words.otherPrograms}</SectionHeading>
      <p className="settings-sub">{words.otherProgramsHint}</p>
      <ul className="client-lines">
        {clientLines(window.location.origin).map(({ program, line, where }) => (
          <li key={program}>
            <span className="client-line-name">
              {program}
              {where !== null && (
                <small>
                  {words.inWord} {where}
                </small>
              )}
            </span>
            <code>{line}</code>
            <CopyButton text={line} label={words.copyTheLine(program)} />
          </li>
        ))}
      </ul>
      <p>
        {words.clientKeyHint} <code>longhand doctor</code> {words.saysWhereTheToken} <code>longhand run -- claude</code>{' '}
        {words.setsAllOfThisForOneProgram}
      </p>
      <ClientWindows />
    </>
  )
}
