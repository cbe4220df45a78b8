import { LonghandError } from 'longhand'
import type { CompactRequest, CompactResponse } from 'longhand/internal/client'
import type { Choice } from 'longhand/internal/core'
import {
  type CompactionOptions,
  cancelledSentence,
  compactNow,
  cooldownSentence,
  pausedSentence,
  preview,
  readSnapshot,
  restSentence,
  type Scope,
  type StartResult,
  withRelease,
} from 'longhand/internal/engine'
import { defined } from '../defined.ts'

/** How long a response waits for the compaction; most are written by a model and continue in the background. */
const waitMs = 5_000

/** Runs or previews a compaction that a person asks for, and reports the outcome. */
export async function compactAnswer(scope: Scope, request: LooseRequest, gone: AbortSignal): Promise<CompactResponse> {
  const options = optionsOf(request)
  const started = request.preview ? await preview(scope, options, gone) : await compactNow(scope, options)
  if (started.type === 'preview') return started
  if (started.type === 'rest') {
    const sentence = restSentence(started.reason, { snapshot: await readSnapshot(scope), insist })
    return { type: 'rested', reason: started.reason, sentence }
  }
  if (started.type === 'cooling-down')
    return { type: 'rested', reason: 'cooling-down', sentence: cooldownSentence(started.waitMs) }
  if (started.type === 'paused') throw new LonghandError('summariser-failed', pausedSentence)
  return outcomeOf(started, scope)
}

const insist = 'Add --force to do it now.'

type LooseRequest = { readonly [K in keyof CompactRequest]: CompactRequest[K] | undefined }

async function outcomeOf(
  { id, done }: Extract<StartResult, { type: 'running' }>,
  scope: Scope,
): Promise<CompactResponse> {
  const outcome = await Promise.race([done, scope.engine.clock.sleep(waitMs).then(() => null)])
  switch (outcome?.type) {
    case 'completed':
      return { type: 'completed', receipt: outcome.receipt }
    case 'gained-nothing':
      return {
        type: 'rested',
        reason: 'little-to-gain',
        sentence: withRelease(outcome.sentence, await readSnapshot(scope)),
      }
    case 'failed':
      throw new LonghandError('summariser-failed', outcome.sentence)
    case 'cancelled':
      throw new LonghandError('cancelled', cancelledSentence)
    default:
      return { type: 'started', id }
  }
}

function optionsOf({ force, fast, instructions, strategy, text, rewrite, ...chosen }: LooseRequest): CompactionOptions {
  const choice = choiceOf(chosen)
  // A choice or a text of the person's overrides the threshold.
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

function choiceOf({ upTo, keep, fold }: Pick<LooseRequest, 'upTo' | 'keep' | 'fold'>): Choice | null {
  if (upTo !== undefined) return { type: 'up-to', number: upTo }
  if (fold !== undefined && fold.length > 0) return { type: 'fold', numbers: fold }
  return keep !== undefined && keep.length > 0 ? { type: 'keep', numbers: keep } : null
}
