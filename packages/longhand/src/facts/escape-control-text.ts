/**
 * A text in which the marks by which models tell roles, tools and templates apart are only letters.
 * Nothing else in it changes.
 */
export function escapeControlText(text: string): string {
  // Most lines hold none of the characters that such a mark begins or ends with.
  const marked = text.includes('<') || text.includes('[') ? withoutMarks(text) : text
  return marked.includes(':') ? marked.replace(rolePattern, '$1 –') : marked
}

const withoutMarks = (text: string): string =>
  text
    .replace(/<\|([^|\n]{0,60})\|>/g, '‹$1›')
    .replace(/\[(\/?)INST\]|<<(\/?)SYS>>/g, '‹$1$2INST›')
    .replace(tagPattern, '‹')

const tagPattern =
  /<(?=\/?(?:[a-z]{2,10}:)?(?:system|assistant|user|human|developer|tool|function|invoke|parameter|instruction|summary|prompt)[\w-]{0,20}[\s>/])/gi

const rolePattern = /^([ \t]*(?:# *|[-*•] +|\*\*)*(?:system|assistant|human|developer)(?: prompt| message)?) *:/gim
