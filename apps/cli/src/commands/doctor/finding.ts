/** What a check found: all fine, something to know, or something that must be mended. */
export type Finding = {
  readonly about: string
  readonly state: 'fine' | 'note' | 'wrong'
  readonly found: string
  /** How to mend or to change it. */
  readonly mend?: string
}

export const fine = (about: string, found: string, mend?: string): Finding => ({
  about,
  state: 'fine',
  found,
  ...(mend === undefined ? {} : { mend }),
})
export const note = (about: string, found: string, mend: string): Finding => ({ about, state: 'note', found, mend })
export const wrong = (about: string, found: string, mend: string): Finding => ({ about, state: 'wrong', found, mend })
