import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the page of the published app is: beside the program. In the repository the server knows itself where it is built. */
export function builtPage(): { readonly page?: string } {
  const page = fileURLToPath(new URL('./page/', import.meta.url))
  return existsSync(page) ? { page } : {}
}
