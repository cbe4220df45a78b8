import type { Experimental_DownloadFunction as Download } from 'ai'
import { LonghandError } from '../../core/errors.ts'

/**
 * Nothing that a message names is fetched from here: a URL in a conversation must not make a server knock on the doors
 * of its own network. Providers that take URLs fetch them themselves.
 */
export const noDownload: Download = async asked =>
  asked.map(({ isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null
    throw new LonghandError(
      'not-supported',
      'This model takes no links to files, and Longhand fetches none. Attach the file itself.',
    )
  })
