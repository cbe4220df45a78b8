import type { CheckpointRow } from 'longhand/client'
import type { Checkpoint, Models } from 'longhand/engine'

/** A checkpoint as the timeline shows it. */
export const checkpointRow = ({ place: _, ...checkpoint }: Checkpoint, models: Models): CheckpointRow => ({
  ...checkpoint,
  at: new Date(checkpoint.at).toISOString(),
  model: checkpoint.model ?? models.usual,
})
