import type { CheckpointRow } from 'longhand/internal/client'
import type { Checkpoint, Models } from 'longhand/internal/engine'

/** A checkpoint as the timeline shows it. */
export const checkpointRow = ({ place: _, ...checkpoint }: Checkpoint, models: Models): CheckpointRow => ({
  ...checkpoint,
  at: new Date(checkpoint.at).toISOString(),
  model: checkpoint.model ?? models.defaultModel,
})
