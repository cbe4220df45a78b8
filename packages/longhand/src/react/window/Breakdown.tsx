import type { ReactNode } from 'react'
import { formatNumber, formatPrecisePercent } from '../../client/text/format.ts'
import { condensesAt, protectedLabel } from '../../client/text/texts.ts'
import type { Policy } from '../../core/policy.ts'
import type { ProtectedExchange } from '../../core/protect.ts'
import type { Breakdown as Parts, WindowStatus } from '../../core/window.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Unbroken } from '../text/Unbroken.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/window.ts'

export type BreakdownProps = {
  readonly status: WindowStatus
  readonly policy?: Policy
  readonly model?: string
  /** What people have protected, largest first. */
  readonly protectedExchanges?: readonly ProtectedExchange[]
  readonly actions?: { readonly compact: () => void; readonly preview: () => void }
}

/** What fills the window, part by part, and when it will be condensed. */
export function Breakdown({ status, policy, model, protectedExchanges = [], actions }: BreakdownProps): ReactNode {
  const { used, window, reserved, available, source, breakdown } = status
  const share = (tokens: number) => tokens / (window ?? Math.max(1, used))
  const parts = (Object.keys(names) as (keyof Parts)[]).map(part => [part, breakdown[part]] as const)
  const filled = parts.filter(([, tokens]) => tokens > 0)
  return (
    <div className="tip">
      <div className="tip-head">
        <b className="figure">
          {window === null
            ? words.usedTokens(formatNumber(used))
            : words.usedOfWindow(formatNumber(used), formatNumber(window))}
        </b>
        <span className="tag tag-fix">{model === undefined ? source : `${source} · ${model}`}</span>
      </div>
      <div className="segments" aria-hidden="true">
        {filled.map(([part, tokens]) => (
          <span key={part} className={`part-${part}`} style={{ '--share': share(tokens) }} />
        ))}
        <span className="rest" />
        {window !== null && <span className="part-reserved" style={{ '--share': share(reserved) }} />}
      </div>
      <table>
        <caption className="visually-hidden">{words.whatFillsTheWindow}</caption>
        <tbody>
          {parts.map(([part, tokens]) => (
            <PartRow key={part} part={part} name={names[part]} tokens={tokens} share={share(tokens)} />
          ))}
          <PartRow part="reserved" name={words.reservedForTheAnswer} tokens={reserved} share={share(reserved)} />
        </tbody>
        {available !== null && (
          <tfoot>
            <PartRow part="available" name={words.available} tokens={available} share={share(available)} />
          </tfoot>
        )}
      </table>
      {policy && <p>{condensesAt(policy, window)}</p>}
      {protectedExchanges.length > 0 && (
        <p>
          <Icon name="lock" small /> {words.protectedLargestFirst}{' '}
          <Unbroken text={protectedLabel(protectedExchanges, 5)} />
        </p>
      )}
      {actions && (
        <div className="tip-actions">
          <Button className="small" icon="fold" label={words.condenseNow} onClick={actions.compact} />
          <Button className="quiet small" label={words.preview} onClick={actions.preview} />
        </div>
      )}
    </div>
  )
}

type RowProps = { readonly part: string; readonly name: string; readonly tokens: number; readonly share: number }

function PartRow({ part, name, tokens, share }: RowProps): ReactNode {
  return (
    <tr>
      <th scope="row">
        <span className={`swatch part-${part}`} aria-hidden="true" />
        {name}
      </th>
      <td>{formatNumber(tokens)}</td>
      <td>{formatPrecisePercent(share)}</td>
    </tr>
  )
}

const names: Readonly<Record<keyof Parts, string>> = {
  system: words.systemPrompt,
  tools: words.tools,
  summary: everywhere.summary,
  protected: everywhere.isProtected,
  messages: everywhere.messages,
  attachments: words.attachments,
}
