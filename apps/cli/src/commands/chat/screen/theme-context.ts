import { createContext, useContext } from 'react'
import type { Theme } from '../../../text/theme.ts'

/** The theme that everything on the screen is drawn in. */
export const ThemeContext = createContext<Theme>({ colours: 'dark', characters: 'unicode' })

export const useTheme = (): Theme => useContext(ThemeContext)
