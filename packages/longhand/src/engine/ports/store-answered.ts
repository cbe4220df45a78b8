/** What an owner was answered, by names that say nothing of it, for all processes together and for thirty days. */
export interface Answered {
  note(names: readonly string[]): Promise<void>
  /** Whether all of them were noted. */
  knows(names: readonly string[]): Promise<boolean>
}
