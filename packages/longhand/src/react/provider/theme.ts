export type Theme = 'light' | 'dark'

/** The theme that the person chose; null when the system decides. */
export function storedTheme(): Theme | null {
  try {
    const theme = localStorage.getItem(key)
    return theme === 'light' || theme === 'dark' ? theme : null
  } catch {
    return null
  }
}

/** Applies and stores a theme; null leaves it to the system. */
export function saveTheme(theme: Theme | null): void {
  if (theme === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === null) localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {}
}

const key = 'longhand-theme'
