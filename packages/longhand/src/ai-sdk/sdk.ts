import { missingPackage } from '../core/missing-package.ts'

export type Sdk = typeof import('ai')

/** The AI SDK, which is the app's own. */
export const loadSdk = (): Promise<Sdk> => import('ai').catch(missingPackage('longhand/ai-sdk', 'ai'))

/** What the SDK itself calls models with. */
export type SdkInternals = typeof import('ai/internal')

export const loadSdkInternals = (): Promise<SdkInternals> =>
  import('ai/internal').catch(missingPackage('longhand/ai-sdk', 'ai'))
