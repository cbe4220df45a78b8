/**
 * A text in which the marks by which models tell roles, tools and templates apart are only letters.
 * Nothing else in it changes.
 */
export const escapeControlText = (text: string): string =>
  text
    .replace(/<\|([^|\n]{0,60})\|>/g, '‹$1›')
    .replace(/\[(\/?)INST\]|<<(\/?)SYS>>/g, '‹$1$2INST›')
    .replace(tagPattern, '‹')
    .replace(/^([ \t]*(?:# *|[-*•] +|\*\*)*(?:system|assistant|human|developer)(?: prompt| message)?) *:/gim, '$1 –')

const tagPattern =
  /<(?=\/?(?:[a-z]{2,10}:)?(?:system|assistant|user|human|developer|tool|function|invoke|parameter|instruction|summary|prompt)[\w-]{0,20}[\s>/])/gi
