/** Whether a line only greets, thanks or agrees: nobody wants anything by it. */
export function isSmallTalk(line: string): boolean {
  const said = line.replace(speakerName, '')
  if (said.length > maxLength) return false
  const words =
    said
      .toLowerCase()
      .replace(chineseKindWords, ' ')
      .match(/[\p{L}\p{N}']+/gu) ?? []
  return words.every(word => kindWords.has(word))
}

const maxLength = 60

/** Transcripts of meetings put a name before what is said: `Ines Falk MP: Thank you.` */
const speakerName = /^\p{Lu}[\p{L}.'-]{0,20}(?: \p{Lu}[\p{L}.'-]{0,20}){0,3}: /u

const kindWords = new Set(
  [
    "hi hello hey yo there again everyone all good great nice lovely morning afternoon evening day to see meet hear from you how are is it going things what's up thanks thank so very much a lot yes yeah ok okay sure cool welcome well today doing",
    "that that's it's this sounds fine right correct perfect exactly everything for your help bye goodbye have madam sir minister chair",
    'hallo guten gute tag morgen abend moin servus danke schön dich euch sie zu sehen wie geht es dir ihnen freut mich ja gut vielen dank',
    "bonjour bonsoir salut coucou merci beaucoup enchanté enchantée ça va comment allez vous tu vas ravi ravie de te voir oui d'accord bien",
    'hola buenos buenas días tardes noches gracias muchas qué tal cómo estás está encantado encantada mucho gusto verte sí vale bueno',
  ].flatMap(words => words.split(' ')),
)

const chineseKindWords =
  /大家好|早上好|下午好|晚上好|[你您]好|很高兴|高兴|见到[你您]|认识[你您]|谢谢|多谢|好的|是的|最近|怎么样|[嗨嗯哈呀啊吗好]/g
