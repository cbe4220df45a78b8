/** What a check found: all is well, something to know, or something that must be fixed. */
export type Finding = {
  readonly check: string
  readonly status: 'ok' | 'note' | 'problem'
  readonly message: string
  /** How to fix or to change it. */
  readonly fix?: string
}

const finding =
  (status: Finding['status']) =>
  (check: string, message: string, fix?: string): Finding => ({
    check,
    status,
    message,
    ...(fix && { fix }),
  })

export const ok = finding('ok')
export const note = finding('note')
export const problem = finding('problem')
