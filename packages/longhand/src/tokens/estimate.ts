import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'
import type { ViewMessage } from '../core/view.ts'
import { type Calibration, ratioOf, readCalibration } from './calibration.ts'
import { countedMedia, countMedia } from './count-message.ts'
import { type Family, familyOf } from './families.ts'

/** How a model's tokens follow from ours. */
export type Scale = { readonly family: Family; readonly known: Calibration; readonly ratio: number }

export function scaleOf(model: string, learnt: Json | null): Scale {
  const family = familyOf(model)
  const known = readCalibration(learnt)
  return { family, known, ratio: ratioOf(known, family.ratio) }
}

/** What a message takes in the model's own tokens. */
export const estimate = (one: Counted, scale: Scale): number =>
  scale.ratio * countedWords(one) + scale.family.perMessage + countMedia(one.message, scale.family.image)

/** A message and the count it was stored with. */
export type Counted = Pick<ViewMessage, 'message' | 'count'>

/** The count of a message without its attachments. */
export const countedWords = ({ message, count }: Counted): number => count - countedMedia(message)

export const hasMedia = ({ parts }: Message): boolean => parts.some(part => part.type === 'file')

export const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)
