// What our own programs use of this room and nobody else: a door of the workspace, which is not published.
export { providerFailureOf } from './provider-failure.ts'
