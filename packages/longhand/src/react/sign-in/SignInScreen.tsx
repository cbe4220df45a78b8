import { type FormEvent, type ReactNode, useState } from 'react'
import { Logo } from '../controls/Logo.tsx'
import * as words from '../words/sign-in.ts'
import { codeIn } from './code-in.ts'
import './SignInScreen.css'

type Props = { readonly sentence: string; readonly login: (code: string) => Promise<void> }

/** What a browser sees that nobody has signed in: why, and where to put a token or an address. */
export function SignInScreen({ sentence, login }: Props): ReactNode {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    login(codeIn(text)).then(
      () => location.reload(),
      (error: Error) => setFailure(error.message),
    )
  }
  return (
    <main className="sign-in">
      <Logo height={25} />
      <h1>{words.signIn}</h1>
      <p>{sentence}</p>
      <form onSubmit={submit}>
        <label htmlFor="sign-in-token">{words.tokenOrAddress}</label>
        <input
          id="sign-in-token"
          type="password"
          autoComplete="off"
          aria-describedby="sign-in-hint"
          // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here.
          autoFocus
          required
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <small id="sign-in-hint">{words.tokenHint}</small>
        <button type="submit" className="btn primary">
          {words.signIn}
        </button>
      </form>
      {failure !== null && <p role="alert">{failure}</p>}
    </main>
  )
}
