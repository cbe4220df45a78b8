import type { FilePart } from '../core/message.ts'
import type { ImageRule } from './families.ts'

/** Tokens that an attachment takes, by its kind and size. Its bytes are never counted as text. */
export function mediaTokens(part: FilePart, rule: ImageRule): number {
  // The AI SDK leaves it at `image` where an app does not say of which type a picture is.
  const [kind] = part.mediaType.split('/', 1)
  if (kind === 'image') return imageTokens(part, rule)
  if (part.mediaType === 'application/pdf') return pdfTokens(part, rule)
  if (kind === 'audio') return Math.ceil(bytesOf(part) / audioBytesPerToken)
  if (kind === 'video') return Math.ceil(bytesOf(part) / videoBytesPerToken)
  return Math.ceil(bytesOf(part) / bytesPerToken)
}

/** An image of unknown size counts as a screenshot. */
function imageTokens({ width = 1280, height = 800 }: FilePart, rule: ImageRule): number {
  switch (rule) {
    case 'claude':
      return Math.min(1_568, patches(fitted(width, height, 1_568), 28))
    case 'claude-large':
      return Math.min(4_784, patches(fitted(width, height, 2_576), 28))
    case 'openai-patches':
      return Math.min(1_536, patches({ width, height }, 32))
    case 'openai-tiles':
      return 85 + 170 * patches(fitShortSide(fitted(width, height, 2_048), 768), 512)
    case 'gemini':
      return 1_120
  }
}

type Size = { readonly width: number; readonly height: number }

const patches = ({ width, height }: Size, side: number): number => Math.ceil(width / side) * Math.ceil(height / side)

function fitted(width: number, height: number, maxLength: number): Size {
  const scale = Math.min(1, maxLength / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}

function fitShortSide({ width, height }: Size, maxLength: number): Size {
  const scale = Math.min(1, maxLength / Math.min(width, height))
  return { width: width * scale, height: height * scale }
}

/** A page of a document is read as text and as an image; a page takes about 50 kB. */
const pdfTokens = (part: FilePart, rule: ImageRule): number =>
  Math.max(1, Math.round(bytesOf(part) / 50_000)) * (rule === 'gemini' ? 560 : 2_300)

const bytesOf = ({ source }: FilePart): number =>
  source.type === 'base64' ? Math.floor(source.data.length * 0.75) : 50_000

const bytesPerToken = 4

/** 32 tokens a second at 16 kB a second, as Gemini counts them. */
const audioBytesPerToken = 500

/** 263 tokens a second at 250 kB a second. */
const videoBytesPerToken = 950
