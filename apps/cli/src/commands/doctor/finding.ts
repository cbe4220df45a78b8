/** What a check found: all is well, something to know, or something that must be fixed. */
export type Finding = {
  readonly about: string
  readonly state: 'ok' | 'note' | 'problem'
  readonly found: string
  /** How to fix or to change it. */
  readonly fix?: string
}

export const ok = (about: string, found: string, fix?: string): Finding => ({
  about,
  state: 'ok',
  found,
  ...(fix === undefined ? {} : { fix }),
})
export const note = (about: string, found: string, fix: string): Finding => ({ about, state: 'note', found, fix })
export const problem = (about: string, found: string, fix: string): Finding => ({ about, state: 'problem', found, fix })
