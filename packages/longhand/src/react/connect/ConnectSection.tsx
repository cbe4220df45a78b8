import { type ReactNode, useState } from 'react'
import type { LocalServerRow } from '../../client/api/connection-contract.ts'
import { pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/connect.ts'
import * as everywhere from '../words/everywhere.ts'
import { AccessForm } from './AccessForm.tsx'
import { Connected } from './Connected.tsx'
import { type ConnectChoice, connectChoices, providerLabel } from './connect-choices.ts'
import { ModelChoice } from './ModelChoice.tsx'
import { useConnect } from './use-connect.ts'
import './ConnectSection.css'
import { SectionHeading } from '../settings/SectionHeading.tsx'

/** W9 connects a provider: a key or an address, a test, the models that people want. */
export function ConnectSection(): ReactNode {
  const { api } = useLonghand()
  const [found] = useLoaded(api.localServers)
  const [choice, setChoice] = useState<ConnectChoice>(connectChoices[0]!)
  const connect = useConnect()
  const choose = (next: ConnectChoice) => {
    setChoice(next)
    connect.reset()
  }
  const takeFound = ({ name, baseURL }: LocalServerRow) => {
    choose(connectChoices.find(one => one.name === name) ?? connectChoices.at(-1)!)
    void connect.test({ name, key: null, baseURL })
  }
  if (connect.connected !== null) return <Connected model={connect.connected} onAnother={connect.reset} />
  return (
    <>
      <SectionHeading>{everywhere.connectAModel}</SectionHeading>
      <p className="settings-sub">{words.connectHint}</p>
      {found.state === 'failed' && (
        <p className="settings-trouble" role="alert">
          {found.sentence}
        </p>
      )}
      {found.state === 'ready' &&
        found.value.map(row => (
          <div key={row.name} className="settings-note found-server">
            <Icon name="check" />
            <div className="grow">
              <b>{words.isRunning(providerLabel(row.name))}</b>
              <p>{words.onThisMachine(pluralize(row.models.length, 'model'))}</p>
            </div>
            <Button label={words.providerButton(providerLabel(row.name))} onClick={() => takeFound(row)} />
          </div>
        ))}
      <fieldset className="connect-choices">
        <legend>{words.provider}</legend>
        {connectChoices.map(one => (
          <label key={one.label}>
            <input type="radio" name="provider" checked={one === choice} onChange={() => choose(one)} />
            {one.label}
          </label>
        ))}
      </fieldset>
      <AccessForm key={choice.label} choice={choice} connect={connect} />
      {connect.tested?.outcome === 'works' && <ModelChoice tested={connect.tested} connect={connect} />}
    </>
  )
}
