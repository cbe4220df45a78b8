import { type ReactNode, useState } from 'react'
import { saveTheme, storedTheme } from '../provider/theme.ts'
import { SettingRow } from './SettingRow.tsx'

/** The theme. */
export function AppearanceSection(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <>
      <h1>Appearance</h1>
      <p className="settings-sub">Paper and ink, by day or by night.</p>
      <SettingRow name="Theme" description="As the system has it, or as you like it.">
        <span className="switch">
          {([null, 'light', 'dark'] as const).map(choice => (
            <button
              key={choice}
              type="button"
              aria-pressed={theme === choice}
              onClick={() => {
                saveTheme(choice)
                setTheme(choice)
              }}
            >
              {choice === null ? 'System' : choice === 'light' ? 'Light' : 'Dark'}
            </button>
          ))}
        </span>
      </SettingRow>
    </>
  )
}
