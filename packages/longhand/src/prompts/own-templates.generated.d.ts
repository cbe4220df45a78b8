import type { Template } from './template.ts'

export const ownTemplates: Readonly<Record<'system' | 'request' | 'warm', Template>>
