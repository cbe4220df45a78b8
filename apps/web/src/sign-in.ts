import { createApi } from 'longhand/client'

/** Exchanges the code of a printed address (`#c=…`) for a cookie, and removes it from the address bar. */
export async function signIn(location: Location, history: History): Promise<void> {
  const code = /^#c=([\w-]+)$/.exec(location.hash)?.[1]
  if (code === undefined) return
  history.replaceState(null, '', location.pathname + location.search)
  // A used code is no reason to fail: the cookie of an earlier visit may still be valid.
  await createApi()
    .login(code)
    .catch(() => {})
}
