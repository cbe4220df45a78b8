import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RecoveryOffer } from '../../client/api/contract.ts'
import { recoveryPlace, recoveryTitle } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { Unbroken } from '../text/Unbroken.tsx'
import * as words from '../words/start.ts'

/** Offers to resume after an abnormal end; never shown after a clean one. */
export function RecoveryPrompt({ found }: { readonly found: readonly RecoveryOffer[] }): ReactNode {
  const { api, navigate } = useLonghand()
  const [closed, setClosed] = useState(false)
  const resume = useRef<HTMLButtonElement>(null)
  const latest = closed ? undefined : found[0]
  useEffect(() => {
    if (latest !== undefined) resume.current?.focus()
  }, [latest])
  if (latest === undefined) return null
  const close = () => {
    setClosed(true)
    void api.dismissRecovery().catch(() => {})
  }
  return (
    <section
      className="recovery"
      role="alertdialog"
      aria-label={recoveryTitle(latest)}
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      <Icon name="clock" />
      <div>
        <p className="recovery-title">{recoveryTitle(latest)}</p>
        <p>{words.recoveryHint}</p>
        <p>
          <Unbroken text={recoveryPlace(latest)} />
        </p>
      </div>
      <span className="start-actions">
        <Button className="quiet" label={words.notNow} onClick={close} />
        {latest.checkpoint !== null && (
          <PathLink to={`/c/${latest.conversation}?checkpoints`} className="btn">
            {words.browse}
          </PathLink>
        )}
        <Button
          ref={resume}
          className="primary"
          label={words.resume}
          onClick={() => {
            close()
            navigate(`/c/${latest.conversation}`)
          }}
        />
      </span>
    </section>
  )
}
