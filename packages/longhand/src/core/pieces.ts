/** Texts of JSON values as lists of JSON, none of them long unless one text alone is: nobody is kept waiting by parsing one. */
export function inPieces(texts: readonly string[]): readonly string[] {
  const pieces: string[] = []
  let piece: string[] = []
  let letters = 0
  const close = () => {
    if (piece.length > 0) pieces.push(`[${piece.join(',')}]`)
    piece = []
    letters = 0
  }
  for (const text of texts) {
    if (letters + text.length > maxLetters || piece.length === maxTexts) close()
    piece.push(text)
    letters += text.length
  }
  close()
  return pieces
}

const maxLetters = 256 * 1024
const maxTexts = 200
