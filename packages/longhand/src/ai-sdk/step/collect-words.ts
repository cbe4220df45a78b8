import { asJson, type Json } from '../../core/json.ts'
import type { Part } from '../../core/message.ts'
import type { SdkInternals } from '../sdk.ts'
import type { ModelPart } from './step-call.ts'

/** What the SDK makes messages of. */
type Content = Parameters<SdkInternals['toResponseMessages']>[0]['content'][number]

type CustomPart = Extract<ModelPart, { type: 'custom' }>

/** Text grows in deltas that are joined only when it is read, so that adding one costs O(1). */
type Growing = Pick<Extract<Content, { type: 'text' | 'reasoning' }>, 'type' | 'providerMetadata'> & {
  readonly deltas: string[]
  isOpen: boolean
} & Pick<Extract<Content, { type: 'text' }>, 'citations'>

/** The words of an answer while they come: what is shown of each piece, and what the message is made of. */
export function collectWords() {
  const growing = new Map<string, Growing>()
  const pieces: (Growing | CustomPart)[] = []
  const take = (part: ModelPart): readonly Json[] | null => {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        return start(part)
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end':
        return go(part)
      case 'custom':
        pieces.push(part)
        return [shown(part)]
      case 'stream-start':
      case 'response-metadata':
      case 'ping':
      case 'finish':
        return []
      default:
        return null
    }
  }
  const start = (part: Extract<ModelPart, { type: 'text-start' | 'reasoning-start' }>) => {
    const key = keyOf(part)
    // The SDK gives the second one another id.
    if (growing.has(key)) return null
    const type = part.type === 'text-start' ? 'text' : 'reasoning'
    const started: Growing = { type, deltas: [], isOpen: true, ...withMetadata(part) }
    growing.set(key, started)
    pieces.push(started)
    return [shown(part)]
  }
  const go = (part: Extract<ModelPart, { type: `${'text' | 'reasoning'}-${'delta' | 'end'}` }>) => {
    const known = growing.get(keyOf(part))
    // Without a beginning, or after its end.
    if (known?.isOpen !== true) return null
    Object.assign(known, withMetadata(part))
    if (part.type === 'text-end' || part.type === 'reasoning-end') {
      known.isOpen = false
      if (part.type === 'text-end' && part.citations !== undefined) known.citations = part.citations
      return [shown(part)]
    }
    if (part.type === 'text-delta' && part.delta === '' && part.providerMetadata === undefined) return []
    known.deltas.push(part.delta)
    return [shown(part)]
  }
  return {
    /** The chunks that a piece is shown as; null when it is more than words. */
    take,
    parts: (): readonly Part[] =>
      pieces.flatMap(piece =>
        'deltas' in piece && piece.deltas.length > 0 ? [{ type: piece.type, text: piece.deltas.join('') }] : [],
      ),
    content: (): Content[] =>
      pieces.map((piece): Content => {
        if (!('deltas' in piece)) return piece
        const { deltas, isOpen: _, ...rest } = piece
        return { ...rest, text: deltas.join('') } as Extract<Content, { type: 'text' }>
      }),
  }
}

const keyOf = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type[0]} ${id}`

/** Pieces of words are chunks already. */
const shown = (part: ModelPart): Json => asJson(part)

const withMetadata = ({ providerMetadata }: Pick<CustomPart, 'providerMetadata'>) =>
  providerMetadata === undefined ? {} : { providerMetadata }
