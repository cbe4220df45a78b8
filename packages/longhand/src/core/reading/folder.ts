/** The folder that most of some paths lie under, or null: named once, it need not be repeated. */
export function commonFolder(paths: readonly string[]): string | null {
  const whole = paths.filter(path => path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path))
  const seen = new Map<string, number>()
  for (const path of whole) {
    const parts = path.split('/')
    for (let depth = 2; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      if (folder.length >= shortest) seen.set(folder, (seen.get(folder) ?? 0) + 1)
    }
  }
  // The deepest folder that holds most of them; a tie goes to the deeper one.
  const wide = [...seen].filter(([, times]) => times >= whole.length * most && times > 1)
  return wide.reduce<string | null>((best, [folder]) => (folder.length > (best?.length ?? 0) ? folder : best), null)
}

/** A shorter folder is not worth naming. */
const shortest = 8
const most = 0.6

/** A text with every path inside a folder written from that folder on. */
export const inside = (text: string, folder: string | null): string =>
  folder === null ? text : text.replaceAll(`${folder}/`, '')
