import { createApi } from 'longhand/client'

/** Trades the code of a printed address (`#c=…`) for a cookie, and takes it out of the address bar. */
export async function signIn(place: Location, past: History): Promise<void> {
  const code = /^#c=([\w-]+)$/.exec(place.hash)?.[1]
  if (code === undefined) return
  past.replaceState(null, '', place.pathname + place.search)
  // A code that is used up is no reason to stay outside: the cookie of an earlier visit may still count.
  await createApi()
    .login(code)
    .catch(() => {})
}
