import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConnectionTestResult } from '../../client/api/connection-contract.ts'
import { Button } from '../controls/Button.tsx'
import * as words from '../words/connect.ts'
import * as everywhere from '../words/everywhere.ts'
import type { Connect } from './use-connect.ts'

type Props = {
  readonly tested: Extract<ConnectionTestResult, { readonly outcome: 'works' }>
  readonly connect: Connect
}

/** With more models than this, a person looks for theirs. */
const manyModels = 12

/** The models that a provider has, those that most people want chosen; or their names, where it lists none. */
export function ModelChoice({ tested: { models, suggested }, connect }: Props): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(suggested))
  const [wanted, setWanted] = useState('')
  const [named, setNamed] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const ordered = [...suggested, ...models.filter(model => !suggested.includes(model))]
  const shown = ordered.filter(model => model.toLowerCase().includes(wanted.trim().toLowerCase()))
  const taken = models.length > 0 ? ordered.filter(model => chosen.has(model)) : namesIn(named)
  const toggle = (model: string) => {
    const next = new Set(chosen)
    if (!next.delete(model)) next.add(model)
    setChosen(next)
  }
  const { connecting } = connect
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void connect.connect(taken, 'tested')
  }
  return (
    <form className="connect-models" onSubmit={submit}>
      <h2>{everywhere.models}</h2>
      {models.length > manyModels && (
        <input
          className="field"
          type="search"
          aria-label={words.findAModel}
          placeholder={words.findOneOfModels(models.length)}
          value={wanted}
          onChange={event => setWanted(event.target.value)}
        />
      )}
      {models.length > 0 ? (
        <ul aria-label={everywhere.models}>
          {shown.map(model => (
            <li key={model}>
              <label>
                <input type="checkbox" checked={chosen.has(model)} onChange={() => toggle(model)} />
                {model}
              </label>
            </li>
          ))}
        </ul>
      ) : (
        <input
          className="field"
          aria-label={words.namesOfModels}
          placeholder={words.modelNamesExample}
          value={named}
          onChange={event => setNamed(event.target.value)}
        />
      )}
      <div className="connect-actions">
        <button
          ref={button}
          type="submit"
          className="btn primary"
          disabled={taken.length === 0 || connecting === 'asking'}
        >
          {taken.length > 1 ? words.connectModels(taken.length) : everywhere.connect}
        </button>
        {typeof connecting === 'object' && (
          <Button className="quiet" label={words.connectAnyway} onClick={() => connect.connect(taken, 'untested')} />
        )}
        <span role="status" className={typeof connecting === 'object' ? 'failed' : undefined}>
          {connecting === 'asking'
            ? words.askingForAWord(taken[0] ?? '')
            : typeof connecting === 'object' && connecting.failure}
        </span>
      </div>
    </form>
  )
}

const namesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter(name => name !== '')
