import { saveTheme, storedTheme } from 'longhand/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { signIn } from './sign-in.ts'

saveTheme(storedTheme())
// Animations pause while the window is not focused.
addEventListener('blur', () => document.documentElement.toggleAttribute('data-away', true))
addEventListener('focus', () => document.documentElement.toggleAttribute('data-away', false))

// A file that is dropped beside its target does not take the place of the page.
for (const name of ['dragover', 'drop'] as const)
  addEventListener(name, event => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })

await signIn(location, history)
// An address that is opened in a tab of this page changes nothing but its end.
addEventListener('hashchange', async () => {
  if ((await signIn(location, history)) === 'tried') location.reload()
})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
