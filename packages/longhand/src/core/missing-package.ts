import { LonghandError } from './errors.ts'

/**
 * `import('pg').catch(missingPackage('longhand/postgres', 'pg'))`: a package that is not installed ends in the sentence
 * that says how to install it. Any other failure stays what it is.
 */
export const missingPackage =
  (door: string, name: string) =>
  (cause: unknown): never => {
    const { code, message = '' } = cause as { readonly code?: string; readonly message?: string }
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw cause
    throw new LonghandError('not-supported', `${door} needs the package "${name}". Install it: npm i ${name}`, {
      cause,
    })
  }
