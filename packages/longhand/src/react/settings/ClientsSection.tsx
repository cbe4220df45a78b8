import type { ReactNode } from 'react'
import { clientLines } from '../../client/text/client-lines.ts'
import { CopyButton } from '../controls/CopyButton.tsx'
import './ClientsSection.css'

/** H4.26 one line per program that makes its conversations endless, with the address of this page. */
export function ClientsSection(): ReactNode {
  return (
    <>
      <h1>Other programs</h1>
      <p className="settings-sub">
        Any program that speaks to Anthropic or OpenAI gets a conversation without an end by its base URL. It appears
        here, with every word.
      </p>
      <ul className="client-lines">
        {clientLines(window.location.origin).map(({ program, line, where }) => (
          <li key={program}>
            <span className="client-line-name">
              {program}
              {where !== null && <small>in {where}</small>}
            </span>
            <code>{line}</code>
            <CopyButton text={line} label={`Copy the line for ${program}`} />
          </li>
        ))}
      </ul>
      <p>
        As its key give the token of this server, which stands for the server’s own keys, or your own key, which goes on
        as it is and is stored nowhere. <code>longhand doctor</code> says where the token is, and{' '}
        <code>longhand run -- claude</code> sets all of this for one program.
      </p>
    </>
  )
}
