/** Texts of JSON values as lists of JSON, none of them long unless one text alone is: nobody is kept waiting by parsing one. */
export function batchJson(texts: readonly string[]): readonly string[] {
  const batches: string[] = []
  let batch: string[] = []
  let length = 0
  const close = () => {
    if (batch.length > 0) batches.push(`[${batch.join(',')}]`)
    batch = []
    length = 0
  }
  for (const text of texts) {
    if (length + text.length > maxLength || batch.length === maxTexts) close()
    batch.push(text)
    length += text.length
  }
  close()
  return batches
}

const maxLength = 256 * 1024
const maxTexts = 200
