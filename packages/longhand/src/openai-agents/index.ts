export { type AgentSession, type AgentSessionOptions, longhandSession } from './session.ts'
