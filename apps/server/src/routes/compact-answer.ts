import { LonghandError } from 'longhand'
import type { CompactRequest, CompactResponse } from 'longhand/internal/client'
import type { Choice } from 'longhand/internal/core'
import {
  type CompactionOptions,
  compactNow,
  preview,
  readSnapshot,
  type Scope,
  type StartResult,
} from 'longhand/internal/engine'
import { defined } from '../defined.ts'
import { cooldownSentence, restSentence } from '../display/rest-sentence.ts'

/** How long an answer waits for the compaction to end; most are made by a model and go on in the background. */
const patienceMs = 5_000

/** Does what a person asks for with `/compact`, and says what came of it. */
export async function compactAnswer(scope: Scope, request: Asking, gone: AbortSignal): Promise<CompactResponse> {
  const options = askOf(request)
  const begun = request.preview ? await preview(scope, options, gone) : await compactNow(scope, options)
  if (begun.type === 'preview') return begun
  if (begun.type === 'rest')
    return { type: 'rested', reason: begun.reason, sentence: restSentence(begun.reason, await readSnapshot(scope)) }
  if (begun.type === 'cooling-down')
    return { type: 'rested', reason: 'cooling-down', sentence: cooldownSentence(begun.waitMs) }
  if (begun.type === 'paused')
    throw new LonghandError('summariser-failed', 'Condensing has failed too often and rests for a while.')
  return ended(begun, scope)
}

type Asking = { readonly [K in keyof CompactRequest]: CompactRequest[K] | undefined }

async function ended(
  { id, done }: Extract<StartResult, { type: 'running' }>,
  { engine }: Scope,
): Promise<CompactResponse> {
  const outcome = await Promise.race([done, engine.clock.sleep(patienceMs).then(() => null)])
  switch (outcome?.type) {
    case 'completed':
      return { type: 'completed', receipt: outcome.receipt }
    case 'gained-nothing':
      return { type: 'rested', reason: 'little-to-gain', sentence: outcome.sentence }
    case 'failed':
      throw new LonghandError('summariser-failed', outcome.sentence)
    case 'cancelled':
      throw new LonghandError('cancelled', 'Condensing cancelled. The view is as it was.')
    default:
      return { type: 'started', id }
  }
}

function askOf({ force, fast, instructions, strategy, text, rewrite, ...chosen }: Asking): CompactionOptions {
  const choice = choiceOf(chosen)
  // Who says what to fold, or brings the text, has decided: the threshold has no say in it.
  const insists = force === true || choice !== null || text !== undefined
  return {
    by: insists ? 'force' : 'person',
    trigger: 'person',
    pace: fast ? 'fast' : 'usual',
    ...(instructions && { instructions }),
    ...(rewrite && { rewrite }),
    ...(choice && { choice }),
    ...defined({ strategy, text }),
  }
}

function choiceOf({ upTo, keep, fold }: Pick<Asking, 'upTo' | 'keep' | 'fold'>): Choice | null {
  if (upTo !== undefined) return { type: 'up-to', number: upTo }
  if (fold !== undefined && fold.length > 0) return { type: 'fold', numbers: fold }
  return keep !== undefined && keep.length > 0 ? { type: 'keep', numbers: keep } : null
}
