import type { ProjectFileRow } from 'longhand/internal/client'
import type { ProjectFile } from 'longhand/internal/engine'

/** A file of a project as screens show it. */
export const fileRow = ({ name, text, tokens, at }: ProjectFile): ProjectFileRow => ({
  name,
  text,
  tokens,
  at: new Date(at).toISOString(),
})
