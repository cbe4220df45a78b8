import type { ReactNode } from 'react'
import { type ClientWindowLine, clientWindowLines } from '../../client/text/client-window-lines.ts'
import { Button } from '../controls/Button.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

/** H4.15 the windows that programs were seen to assume; each can be forgotten. */
export function ClientWindows(): ReactNode {
  const { api } = useLonghand()
  const [rows, reload] = useLoaded(api.clientWindows)
  if (rows.state === 'loading') return null
  if (rows.state === 'failed') return <p role="alert">{rows.sentence}</p>
  return (
    <ClientWindowRows
      lines={clientWindowLines(rows.value)}
      onForget={which => api.forgetClientWindow(which).then(reload, reload)}
    />
  )
}

type Props = {
  readonly lines: readonly ClientWindowLine[]
  readonly onForget: (which: Pick<ClientWindowLine, 'client' | 'model'>) => void
}

/** One line per program and model, with a button; nothing at all when nothing was learnt. */
export function ClientWindowRows({ lines, onForget }: Props): ReactNode {
  if (lines.length === 0) return null
  return (
    <>
      <h2>{words.learntWindows}</h2>
      <p>{words.learntWindowsHint}</p>
      {lines.map(({ client, model, text }) => (
        <SettingRow key={`${model} ${client}`} name={words.programWith(client, model)} description={text}>
          <Button onClick={() => onForget({ client, model })}>
            {words.forget}
            <span className="visually-hidden"> {words.whatWasLearntAbout(words.programWith(client, model))}</span>
          </Button>
        </SettingRow>
      ))}
    </>
  )
}
