import type { TurnJob } from '../ports/store-turns.ts'

/** A turn as this process holds it: taken over anew when its lease ran out while its writer lived. */
export type HeldTurn = { job: TurnJob }
