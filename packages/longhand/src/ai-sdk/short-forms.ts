/** Remembers what was handed out in place of which messages: a step is given what was handed out, and what came after it. */
export type ShortForms<Source> = {
  add(short: readonly Source[], whole: readonly Source[]): void
  /** The whole history behind these messages; null when they do not begin with anything that was handed out. */
  expand(messages: readonly Source[]): readonly Source[] | null
}

export function shortForms<Source>(): ShortForms<Source> {
  const newest: { readonly short: readonly Source[]; readonly whole: readonly Source[] }[] = []
  return {
    add(short, whole) {
      if (short.length === 0) return
      newest.unshift({ short, whole })
      newest.length = Math.min(newest.length, maxForms)
    },
    expand(messages) {
      // By identity: what was handed out for a folded part is an object that nobody else has.
      const found = newest.find(({ short }) => short.every((message, at) => message === messages[at]))
      return found === undefined ? null : [...found.whole, ...messages.slice(found.short.length)]
    },
  }
}

/** The next step needs the one before it; an app may run some requests at a time. */
const maxForms = 16
