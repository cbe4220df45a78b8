/** A text without the secrets that it tells in plain words: "the password is …", "mein Passwort lautet …". */
export function withoutSpokenSecrets(text: string): string {
  const isForeign = foreignSign.test(text)
  if (!isForeign && !sign.test(text)) return text
  return text
    .split('\n')
    .map(line => (sign.test(line) || (isForeign && foreignSign.test(line)) ? withoutSecrets(line) : line))
    .join('\n')
}

/** Most texts, and most lines, have none of these. */
const sign =
  /pass ?(?:w|ph|c)o?|kennwort|mot de passe|contrase|senha|wachtwoord|salasana|heslo|\bpin\b|(?:token|key|secret)(?::| (?:is|was|to|for|of|ist|lautet|est|es) )/i
const foreignSign =
  /[Пп]арол|ПАРОЛ|密码|密碼|口令|パスワード|비밀번호|암호|[Тт]окен|lösenord|hasło|chlüssel|clé |clave|chave/

const withoutSecrets = (line: string): string =>
  patterns.reduce((left, [pattern, judge]) => left.replace(pattern, judge), line)

const mark = '[redacted]'

/** What is a secret by its name. */
const password =
  'pass ?words?|passphrase|pass ?code|passwort|kennwort|mot de passe|contraseña|contrasena|senha|wachtwoord|lösenord|salasana|hasło|heslo|пароль'
const key =
  '(?:api|access|secret|private|auth|encryption|signing|licen[cs]e)[ _-]?keys?|(?:(?:api|access|auth|bearer|refresh|bot|session)[ _-])?token|(?:client )?secret|api-schlüssel|clé api|clave api|chave api|токен|pin(?: code)?'

/** "for the staging server", "vom Rechner" */
const whose =
  "(?:(?: (?:for|of|to|on|at|für|von|vom|zum|zur|pour|de|du|del|para|da|do|per|voor|van|для|от))(?: [\\p{L}\\p{N}@._'-]{1,30}){1,4}?)?"
const isWords =
  '(?:is|was|are|to|be|ist|lautet|heißt|heisst|war|est|es|era|è|é|jest|är|on|это)(?: (?:still|now|just|currently|set to|jetzt|noch|immer noch|maintenant|ahora|agora|adesso))?'
/** A value in quotes, or one word. */
const value =
  '(?:["“„«`\'][^"“”„«»`\'\\n]{3,80}["”“»`\']|[^\\s"“”„«»`\',;<>()\\[\\]{}|*…][^\\s"“”„«»`\',;<>()\\[\\]{}|…]{1,99})'
const determiner =
  '(?:the|my|our|your|his|her|their|das|dein|mein|unser|ihr|le|la|mon|notre|votre|el|mi|tu|nuestra|a|o|minha|il|mio|het|mijn|мой|наш)'

type Judge = (found: string, lead: string, value: string) => string

const replaced =
  (isSecret: (value: string, lead: string) => boolean): Judge =>
  (found, lead, value) => {
    const bare = value.replace(/[.?:]{1,3}$/, '')
    return isSecret(bare, lead) ? `${lead}${mark}${value.slice(bare.length)}` : found
  }

const spoken = (name: string, link: string, after: string = ''): RegExp =>
  new RegExp(`((?<![\\p{L}\\p{N}_.-])(?:${name})${whose}${link})(${value})${after}`, 'giu')

/** Where a clause ends, so that the word before it is not the beginning of a longer description. */
const clauseEnd = '(?=$|[,;.!?)]|\\s(?:and|but|or|und|oder|et|y|e|и)\\s)'

const patterns: readonly (readonly [RegExp, Judge])[] = [
  [spoken(password, ` ${isWords} `), replaced(value => isQuoted(value) || isMixed(value) || /^\d{4,}$/.test(value))],
  [spoken(password, '\\s{0,3}[:：—–]\\s{0,3}'), replaced(value => isMixed(value) || /^\d{4,}$/.test(value))],
  [spoken(password, ' (?:is|lautet|heißt) ', clauseEnd), replaced(isUnusualWord)],
  [spoken(`${determiner} (?:${password}|${key})`, ':\\s{1,3}', clauseEnd), replaced(isUnusualWord)],
  [spoken(key, `(?: ${isWords} |\\s{0,3}[:：]\\s{1,3})`), replaced((value, lead) => isKey(value, lead))],
  [
    /((?:密码|密碼|口令|パスワード|비밀번호|암호)\s{0,2}(?:是|为|為|は|는|은|[:：=])\s{0,3})([!-~]{4,100})/g,
    replaced(value => !isCommon(value)),
  ],
  [/((?:парол[ьяю]|пароль от [^\s]{1,30}) )([!-~]{4,100})/gi, replaced(isMixed)],
]

const isQuoted = (value: string): boolean => /^["“„«`']/.test(value) && !isCommon(value.slice(1, -1))

/** Letters with digits or signs among them, as people make passwords; not names of algorithms, versions, dates, code. */
function isMixed(value: string): boolean {
  const bare = value.replace(/^["“„«`']|["”“»`']$/g, '')
  if (bare.length < 5 || isCommon(bare) || isTechnical.test(bare)) return false
  return /\p{L}/u.test(bare) && (/\d/.test(bare) || /[!@#$%^&+~?]/.test(bare.slice(1)))
}

const isTechnical =
  /^(?:\$|%|https?:|[./~]|v?\d+(?:\.\d+)+|\d{4}-\d\d|\d+-?[a-z]{1,12}$|(?:base|sha|md|utf|aes|rs|hs|es|oauth|bcrypt|argon|http)-?\d+)|\.[a-z]{2,4}$|^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$|=>|==|\?\.|-(?:encoded|hashed|based|sensitive)$/i

/** A key is longer than a password; a short one after "pin" is a number. */
const isKey = (value: string, lead: string): boolean =>
  /^\W*pin/i.test(lead) ? /^\d{4,8}$/.test(value) : /\d/.test(value) && /^[\w.~+/=-]{8,}$/.test(value) && isMixed(value)

/** One plain word that does not describe the password. */
function isUnusualWord(value: string): boolean {
  return /^\p{L}[\p{L}\d_!-]{2,40}$/u.test(value) && !isCommon(value) && !isDescribing.test(value)
}

const isDescribing =
  /(?:ed|ing|ly|able|ible|less|ful|ive|al|ous|ant|ent|en|pt|lich|ig|bar|isch|haft|et|t|ory|id)$|pass|pwd|token|secret|key|[a-z][A-Z]/

const isCommon = (value: string): boolean => commonWords.has(value.toLowerCase().replace(/[^\p{L}-]/gu, ''))

const commonWords = new Set(
  (
    'the this that these those not no yes none null nil undefined empty blank unknown true false string number boolean bool any object text varchar char ' +
    'int value input field here there below above same ok fine good bad wrong right safe secure weak strong long short old new dead stale gone lost ' +
    'known unique public private plain plaintext clear hidden visible valid invalid mandatory case-sensitive too very only also always never still ' +
    'what who where when how why which whatever something anything nothing somewhere elsewhere required optional default missing later mine yours his hers ours theirs ' +
    'in on at by for from with without of to as an and or but if so it its you we they he she me us them ' +
    'falsch richtig leer geheim sicher kurz lang alt neu hier nicht kein keine der die das ein eine ' +
    'faux vrai vide court ici pas incorrecto correcto incorrecta correcta vacía errada correta'
  ).split(' '),
)
