/** The kinds of bodies that routes take. */
export type MediaType = 'application/json' | 'application/x-ndjson' | 'application/zip'

/** The media type of a Content-Type header, in one spelling; null when it is not one, or its text is not UTF-8. */
export function mediaTypeOf(header: string): string | null {
  const [, type = '', parameters = ''] = contentType.exec(header.trim()) ?? []
  const charsets = [...parameters.matchAll(/;\s*charset="?([^";\s]*)/gi)].map(([, charset]) => charset!.toLowerCase())
  if (type === '' || charsets.some(charset => charset !== 'utf-8' && charset !== 'utf8')) return null
  return type.toLowerCase()
}

const token = "[\\w!#$%&'*+.^`|~-]+"

/** `type/subtype`, and parameters that are well formed; two headers that were joined by a comma are not. */
const contentType = new RegExp(`^(${token}/${token})((?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\]*"))*)[ \\t]*;?$`)
