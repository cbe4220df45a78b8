/** The text in a file; null for a picture, a program or whatever else is not text, and for what cannot be read. */
export async function readText(file: Blob): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
