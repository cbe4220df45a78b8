import type { Experimental_DownloadFunction as Download } from 'ai'
import { LonghandError } from '../../core/errors.ts'

/**
 * Nothing is downloaded: a URL in a conversation must not make the server send requests inside its own network. Providers that take URLs fetch them themselves.
 */
export const noDownload: Download = async files =>
  files.map(({ isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null
    throw new LonghandError(
      'not-supported',
      'This model does not accept links to files, and Longhand does not download them. Attach the file itself.',
    )
  })
