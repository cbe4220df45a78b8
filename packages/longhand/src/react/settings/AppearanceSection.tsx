import { type ReactNode, useState } from 'react'
import { Switch } from '../controls/Switch.tsx'
import { saveTheme, storedTheme, type Theme } from '../provider/theme.ts'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingRow } from './SettingRow.tsx'

/** The theme. */
export function AppearanceSection(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (next: Theme | null) => {
    saveTheme(next)
    setTheme(next)
  }
  return (
    <>
      <SectionHeading>{words.appearance}</SectionHeading>
      <p className="settings-sub">{words.appearanceHint}</p>
      <SettingRow name={words.theme} description={words.themeHint}>
        <Switch options={themes} value={theme} onChange={choose} />
      </SettingRow>
    </>
  )
}

const themes = [
  [null, everywhere.system],
  ['light', everywhere.light],
  ['dark', everywhere.dark],
] as const
