// For the command that changes the token of a data folder.
export { tokenRotated } from './gate/audit.ts'
export { formerTokenName, rotateToken } from './gate/rotate-token.ts'
export { openAudit } from './telemetry/open-audit.ts'
