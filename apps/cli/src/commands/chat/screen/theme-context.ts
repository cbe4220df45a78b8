import { createContext, useContext } from 'react'
import type { Theme } from '../../../text/theme.ts'

/** The theme that everything on the screen is drawn in. */
export const Look = createContext<Theme>({ colours: 'dark', signs: 'unicode' })

export const useLook = (): Theme => useContext(Look)
