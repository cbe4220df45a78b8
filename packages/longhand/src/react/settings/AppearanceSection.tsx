import { type ReactNode, useState } from 'react'
import { Switch } from '../controls/Switch.tsx'
import { saveTheme, storedTheme, type Theme } from '../provider/theme.ts'
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
      <h1>Appearance</h1>
      <p className="settings-sub">Paper and ink, by day or by night.</p>
      <SettingRow name="Theme" description="Follow the system, or choose your own.">
        <Switch options={themes} value={theme} onChange={choose} />
      </SettingRow>
    </>
  )
}

const themes = [
  [null, 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
