export type Token = { readonly kind: 'plain' | 'key' | 'string' | 'number' | 'note' | 'name'; readonly text: string }

/**
 * Cuts code into what deserves a colour, by rules that hold in most languages. It is a help for the eye and never
 * changes a character: the texts of the tokens together are the code.
 */
export function highlight(code: string): readonly Token[] {
  if (code.length > maxLength) return [{ kind: 'plain', text: code }]
  const tokens: Token[] = []
  let done = 0
  for (const match of code.matchAll(tokenPattern)) {
    const kind = kindOf(match)
    if (kind === null) continue
    if (match.index > done) tokens.push({ kind: 'plain', text: code.slice(done, match.index) })
    tokens.push({ kind, text: match[0] })
    done = match.index + match[0].length
  }
  return done < code.length ? [...tokens, { kind: 'plain', text: code.slice(done) }] : tokens
}

const maxLength = 40_000

/** Comments, strings, numbers, words; each pattern only reads forward, so that no text makes it slow. */
const tokenPattern =
  /(?<note>\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)|(?<![\w$&])#(?![\w{[!])[^\n]*|(?<=^|\s)--\s[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.){0,400}'|`(?:[^`\\]|\\[\s\S])*`?)|(?<number>\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b)|(?<called>[A-Za-z_$][\w$]*)(?=\s{0,2}\()|(?<word>[A-Za-z_$][\w$]*)/g

function kindOf({ groups = {} }: RegExpMatchArray): Token['kind'] | null {
  if (groups.note !== undefined) return 'note'
  if (groups.string !== undefined) return 'string'
  if (groups.number !== undefined) return 'number'
  if (keywords.has(groups.called ?? groups.word!)) return 'key'
  return groups.called === undefined ? null : 'name'
}

const keywords = new Set(
  `abstract and as async await begin break case catch class const continue def default defer del do elif else end enum
  except export extends extern false final finally fn for from func function go if impl implements import in instanceof
  interface is lambda let loop match mod module mut namespace new nil none not null of or package pass private protected
  pub public raise readonly return select self static struct super switch this throw throws trait true try type typeof
  undefined union unless until use using var void when where while with yield
  SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE ALTER DROP INDEX JOIN ON AND OR NOT NULL ORDER BY
  GROUP LIMIT RETURNING None True False`.split(/\s+/),
)
