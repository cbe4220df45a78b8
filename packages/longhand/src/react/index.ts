// The public names of the React parts: whole screens, and the parts that other apps can use too. The styles that all of
// them build on come first, so that each part can refine them.
import './provider/tokens.css'
import './provider/elements.css'

export { ConversationScreen } from './conversation/ConversationScreen.tsx'
export { type LonghandContext, LonghandProvider, useLonghand } from './provider/LonghandProvider.tsx'
export type { Renderers } from './provider/renderers.ts'
export { saveTheme, storedTheme } from './provider/theme.ts'
export { SettingsScreen, type SettingsSection } from './settings/SettingsScreen.tsx'
export { StartScreen } from './start/StartScreen.tsx'
export { WindowBar } from './window/WindowBar.tsx'
