/**
 * The same function of a text, which does not compute again what it was asked lately: a conversation is read at every
 * compaction, and little of it is new. It holds the newest texts up to so many letters, and at most that much again.
 */
export function remember<Found>(read: (text: string) => Found, maxLetters = 500_000): (text: string) => Found {
  let newer = new Map<string, Found>()
  let older = new Map<string, Found>()
  let letters = 0
  return text => {
    const known = newer.get(text)
    if (known !== undefined) return known
    const before = older.get(text)
    const own = standingAlone(text)
    const found = before === undefined ? read(own) : before
    letters += text.length
    if (letters > maxLetters) {
      older = newer
      newer = new Map()
      letters = text.length
    }
    newer.set(own, found)
    return found
  }
}

/** A copy of a text: engines keep a piece of a text as a place in it, and with it all of the text in memory. */
const standingAlone = (text: string): string => ` ${text}`.slice(1)
