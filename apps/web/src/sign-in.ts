import { createApi } from 'longhand/client'

/** Exchanges the code of a printed address (`#c=…`), or a token in its place, for a cookie, and removes it from the address bar. */
export async function signIn(location: Location, history: History): Promise<'tried' | 'no-code'> {
  const code = /^#c=([\w.-]+)$/.exec(location.hash)?.[1]
  if (code === undefined) return 'no-code'
  history.replaceState(null, '', location.pathname + location.search)
  // A code of an earlier start is no reason to fail: the cookie of an earlier visit may still be valid.
  await createApi()
    .login(code)
    .catch(() => {})
  return 'tried'
}
