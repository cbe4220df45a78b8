/**
 * The lines of a text without what no person reads: base64, hex dumps, lists of bytes, control characters. A mark without
 * letters stands in its place, so that a line of nothing else is not worth quoting.
 */
export function withoutBinary(text: string): readonly string[] {
  const always = alwaysIn(text)
  const isRest = restOfBinary()
  return text.split('\n').map(line => {
    const left = withoutBytes(line, always | signsOf(line))
    return isRest(line, left) ? mark : left
  })
}

/** The same for one line, wherever it stands. */
export const lineWithoutBinary = (line: string): string => withoutBytes(line, alwaysIn(line) | signsOf(line))

/**
 * Tells, asked line by line, whether one is the end of an encoded block: that is shorter than the lines before. It needs a
 * line, and what is left of it without binary.
 */
export function restOfBinary(): (line: string, left: string) => boolean {
  let isInside = false
  return (line, left) => {
    if (!isInside && left === line) return false
    const isRest = isInside && !left.includes(' ') && isTail.test(left)
    isInside = isRest || left.trim() === mark
    return isRest
  }
}

/** Signs that a look at a whole text tells, so that not each line has to be searched for them. */
const alwaysIn = (text: string): number =>
  (signOfControl.test(text) ? signOf.control : 0) | (text.includes('\\x') || text.includes('\\u00') ? signOf.escape : 0)

const signsOf = (line: string): number => (line.length < minList ? 0 : signsIn(line))

const mark = '[…]'
const isTail = /^\s*[A-Za-z0-9+/]{1,76}={0,2}\s*$/

function withoutBytes(line: string, signs: number): string {
  if (signs === 0) return line
  if (signs & signOf.list && /[a-f]/i.test(dump.exec(line)?.[0] ?? '')) return mark
  const controls = signs & signOf.control ? (line.match(control)?.length ?? 0) : 0
  if (controls >= maxControls) return mark
  let left = controls > 0 ? line.replace(control, '') : line
  if (signs & signOf.escape) left = left.replace(escapedBytes, mark)
  if (signs & signOf.list) for (const pattern of byteLists) left = left.replace(pattern, mark)
  if (signs & signOf.run)
    left = (left.includes('data:') ? left.replace(address, mark) : left).replace(
      longRun,
      (run, at: number, whole: string) => (isEncoded(run) && !isInAddress(whole, at) ? mark : run),
    )
  return left
}

/** What in a text may be bytes: most texts have nothing of it. */
const signOf = { run: 1, list: 2, control: 4, escape: 8 } as const

/** Neither a space nor one of the characters that can be seen. */
const signOfControl = /[^\s!-\ufffc\ufffe\uffff]/

/** Whether a line may have a long run or a list. Every fourth character is enough to know that it has none. */
function signsIn(line: string): number {
  let found = 0
  let longest = 0
  let run = 0
  let list = 0
  for (let at = 0; at < line.length; at += stride) {
    const code = line.charCodeAt(at)
    const sign = code < 128 ? signs[code]! : 0
    run = sign & signOf.run ? run + stride : 0
    // Spaces stand between bytes, but also before lines.
    if (code !== space) list = sign & signOf.list ? list + stride : 0
    longest = Math.max(longest, run)
    if (list > minList - stride) found |= signOf.list
  }
  const isLong = longest > minEncoded - stride || (longest > minPadded - stride && line.includes('='))
  return isLong ? found | signOf.run : found
}

const space = 32
const stride = 4
const minList = 24

/** By character: whether it may be part of a long run, and of a list of bytes. */
const signs = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return (/[\w+/=%-]/.test(sign) ? signOf.run : 0) | (/[\da-fx,:]/i.test(sign) ? signOf.list : 0)
})

const control = /[^\s!-\ufffc\ufffe\uffff]/g
const maxControls = 3

/** A line of `xxd` or `hexdump`: an address, then bytes. */
const dump = /^\s{0,8}[\da-f]{4,16}:?[ \t]{1,4}[\da-f]{2,4}(?:[ \t]{1,3}[\da-f]{2,4}){5}/i

const address = /data:[\w.+-]{2,40}\/[\w.+-]{2,60}(?:;[\w=-]{1,40}){0,3},[^\s"'`<>\\]{32,}/g

const escapedBytes = /(?:\\x[\da-f]{2}){6,}|(?:\\u00[01][\da-f]){3,}/gi

const byteLists = [
  /(?:0x[\da-f]{1,2}, ?){12,}(?:0x[\da-f]{1,2})?/gi,
  /(?:\d{1,3}, ?){40,}\d{0,3}/g,
  /(?:[\da-f]{2}:){33,}[\da-f]{0,2}/gi,
  /(?:[\da-f]{2} ){24,}[\da-f]{0,2}/gi,
]

const longRun = /(?<![\w+/=-])[\w+/=-]{32,}/g

/** Whether a run of letters and digits is base64 or a long hex number, and not a path, a hash or a long name. */
function isEncoded(run: string): boolean {
  const isPadded = run.endsWith('=') && run.length % 4 === 0
  if (run.length < (isPadded ? minPadded : minEncoded)) return false
  if (/^[\da-f]+$/i.test(run)) return run.length > maxHashLength
  const pieces = run.split(/[/_+=-]+/)
  if (run.length >= minUnbroken && pieces.length * 20 < run.length) return true
  const odd = pieces.filter(piece => !isWord.test(piece)).join('')
  return odd.length > run.length / 2 && isMixed(odd)
}

/** SHA-512 in hex. */
const maxHashLength = 128
const minUnbroken = 200
const minEncoded = 56
const minPadded = 32

/** A part of a path or a name: a word, a number, a hash. */
const isWord = /^(?:[A-Z]?[a-z]*|[A-Z]+|[\da-f]*)$/

/** Whether capitals, small letters and digits change as they do by chance; in a name, words stand together. */
function isMixed(text: string): boolean {
  const share = (pattern: RegExp): number => (text.match(pattern)?.length ?? 0) / text.length
  const words = text.match(/[a-z]+/g) ?? []
  const digits = share(/\d/g)
  if (words.length < 2 || digits < minDigits || share(/[A-Z]/g) < minCapitals) return false
  const hasShortWords = words.join('').length < words.length * maxWordLength
  return (hasShortWords || digits > manyDigits) && share(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) > minTurns
}

const minDigits = 0.025
const manyDigits = 0.09
const minCapitals = 0.1
const maxWordLength = 3.2
const minTurns = 0.15

/** Whether a place in a line is part of a web address of bearable length. */
function isInAddress(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - maxAddressLength), at)
  return /https?:\/\/[^\s"'<>]*$/.test(before.slice(before.lastIndexOf('http')))
}

const maxAddressLength = 500

/** Whether a long line is code without the spaces that people read by. JSON has more quotes, prose fewer signs. */
export function isMinified(line: string): boolean {
  if (line.length <= minMinified) return false
  const share = (signs: RegExp): number => (line.match(signs)?.length ?? 0) / line.length
  return share(/\s/g) < 0.05 && share(/"/g) < 0.06 && share(/[;{}()!|]/g) > 0.08
}

const minMinified = 500
