import { missingPackage } from '../core/missing-package.ts'

export type Sdk = typeof import('ai')

/** The AI SDK, which is the app's own. */
export const loadSdk = (): Promise<Sdk> => import('ai').catch(missingPackage('longhand/ai-sdk', 'ai'))
