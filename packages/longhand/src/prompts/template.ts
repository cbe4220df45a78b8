/** A template as data: text, the value of a word, or one of two templates by whether a word says anything. */
export type Template = readonly (
  | string
  | { readonly word: string }
  | { readonly when: string; readonly shown: Template; readonly otherwise: Template }
)[]

/** What a template can show, by name. */
export type TemplateWords = Readonly<Record<string, string | number | boolean>>

/** The text of a template, with the words in their places. */
export const render = (template: Template, words: TemplateWords): string =>
  template
    .map(piece => {
      if (typeof piece === 'string') return piece
      if ('word' in piece) return String(words[piece.word] ?? '')
      return render(words[piece.when] ? piece.shown : piece.otherwise, words)
    })
    .join('')
