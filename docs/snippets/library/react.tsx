import { ConversationScreen, LonghandProvider } from 'longhand/react'
import { createRoot } from 'react-dom/client'

// The page is served beside a Longhand server, or through a proxy that hands /api on to it.
createRoot(document.getElementById('root')!).render(
  <LonghandProvider navigate={path => location.assign(path)}>
    <ConversationScreen id="6f0c2d3e-5b1a-4c8e-9f27-0a1b2c3d4e5f" number={null} />
  </LonghandProvider>,
)
