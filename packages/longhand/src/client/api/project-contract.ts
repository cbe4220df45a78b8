/** A text that all conversations of a project give to the model. */
export type ProjectFileRow = {
  readonly name: string
  readonly text: string
  readonly tokens: number
  readonly at: string
}
