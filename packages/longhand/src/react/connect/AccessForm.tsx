import { type FormEvent, type ReactNode, useId, useState } from 'react'
import * as words from '../words/connect.ts'
import * as everywhere from '../words/everywhere.ts'
import type { ConnectChoice } from './connect-choices.ts'
import type { Connect } from './use-connect.ts'

type Props = { readonly choice: ConnectChoice; readonly connect: Connect }

/** Where a provider is and what it is reached with. Every change asks for another test. */
export function AccessForm({ choice, connect }: Props): ReactNode {
  const isHosted = choice.address === null
  const [key, setKey] = useState('')
  const [address, setAddress] = useState(choice.address ?? '')
  const [name, setName] = useState(choice.name)
  const test = (event: FormEvent) => {
    event.preventDefault()
    const given = (text: string) => (text.trim() === '' ? null : text.trim())
    void connect.test({ name: name.trim().toLowerCase(), key: given(key), baseURL: given(address) })
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    if (connect.tested !== null) connect.reset()
  }
  const addressField = (
    <TextField label={words.address} hint={addressHint} kind="url" value={address} onChange={change(setAddress)} />
  )
  const { tested } = connect
  return (
    <form className="connect-access" onSubmit={test}>
      {choice.name === '' && (
        <TextField label={everywhere.name} hint={words.nameHint} value={name} onChange={change(setName)} />
      )}
      {!isHosted && addressField}
      <TextField
        label={isHosted ? words.key : words.optionalKey}
        hint={keyHint}
        kind="password"
        value={key}
        onChange={change(setKey)}
      />
      {choice.keys !== null && (
        <p className="connect-hint">
          {words.getAKey}{' '}
          <a href={choice.keys} target="_blank" rel="noreferrer">
            {new URL(choice.keys).host}
          </a>
          .
        </p>
      )}
      {isHosted && (
        <details>
          <summary>{words.useADifferentAddress}</summary>
          {addressField}
        </details>
      )}
      <div className="connect-actions">
        <button
          type="submit"
          className={tested?.outcome === 'works' ? 'btn' : 'btn primary'}
          disabled={connect.isTesting}
        >
          {everywhere.test}
        </button>
        <span role="status" className={tested?.outcome}>
          {connect.isTesting ? everywhere.asking : (tested?.sentence ?? '')}
        </span>
      </div>
    </form>
  )
}

const keyHint = words.keyHint
const addressHint = words.addressHint

type FieldProps = {
  readonly label: string
  readonly hint: string
  readonly kind?: 'text' | 'password' | 'url'
  readonly value: string
  readonly onChange: (text: string) => void
}

function TextField({ label, hint, kind = 'text', value, onChange }: FieldProps): ReactNode {
  const id = useId()
  return (
    <div className="connect-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        type={kind === 'password' ? 'password' : 'text'}
        inputMode={kind === 'url' ? 'url' : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  )
}
