import { wordPattern } from '../../core/word-pattern.ts'

/** Whether a person's line says how things must or must not be done. What people say of themselves or ask is no order. */
export function isConstraint(line: string): boolean {
  const said = line.replace(harmless, ' ').replace(harmlessSigns, ' ')
  return isOrder(said) || (!question.test(said) && isWish(said))
}

/** Whether it has the words of one, though perhaps in a question, or about themselves. */
export const soundsLikeConstraint = (line: string): boolean => isOrder(line) || isWish(line)

const isOrder = (line: string): boolean => orders.test(line) || orderSigns.test(line)
const isWish = (line: string): boolean => wishes.test(line) || wishSigns.test(line)

const question = /[?？]["'”’)\s]{0,3}$/

/** Words that make any sentence an order, a question too. */
const orders = wordPattern(
  "must|mustn't|never|always|do not|don't|make sure|ensure|avoid|forbidden|not allowed|no need to|at (?:most|least) (?:\\d|an?|one|two|three)",
  'muss|müssen|musst|müsst|darf|dürfen|darfst|nie|niemals|immer|auf keinen fall|vermeide|vermeiden',
  "doit|dois|devez|jamais|toujours|évite|évitez|il faut|ne pas|n'[a-zß-ɏ]{2,20} pas|ne [a-zß-ɏ]{2,20} pas",
  'debe|debes|deben|nunca|siempre|evita|evitar|hay que|tiene que|tienes que|no (?:uses?|hagas?|digas?|vayas?|llames?|pongas?|toques?|borres?|cambies?|olvides?|envíes?)',
  'deve|devem|devi|sempre|mai|evite',
  'moet|moeten|nooit|altijd',
  'должен|должна|должны|нужно|надо|никогда|всегда|нельзя|обязательно',
)

const orderSigns =
  /必须|必須|不要|不得|禁止|总是|總是|请勿|务必|必ず|しないで|べき|ください|てはいけない|반드시|하지 ?마|절대|항상/

/** Words that make a sentence an order unless it is a question. */
const wishes = wordPattern(
  "should|shouldn't|shall|only|prefer|preferably|instead|rather|needs to|need to|require|required|requires|without",
  'remember|important (?:to|that|not)|be (?:more )?careful|keep|stick to|no longer|from now on|cannot|can not',
  'nur|bitte|statt|stattdessen|soll|sollen|sollte|sollten|lieber|bevorzuge|ab jetzt|keine|keinen',
  "seulement|uniquement|plutôt|préfère|désormais|s'il (?:te|vous) plaît|au lieu de",
  'solo|sólo|solamente|en lugar de|en vez de|prefiero|por favor|a partir de ahora',
  'somente|apenas|invece|preferisco|prefiro|em vez de|alleen|liever|только|лучше',
)

const wishSigns = /只能|请用|請用|你不能|您不能|不能用|应当|應當|偏好|以后都/

/** What sounds like an order and is none: what people do or did themselves, suppose, promise, wonder, and kind words. */
const harmless = new RegExp(
  wordPattern(
    "(?:i|we|they|he|she|it|that|this|there|which|who)(?:'ve|'d|'m|'re|'s| have| had| has| am| are| is| was| were)?(?: \\w{2,12}ly| just| also| still| really| almost)? (?:never|always|only|cannot|can not|rather|required)",
    "(?:i|we|they|he|she|it|that|this|you)(?: \\w{2,12}ly| just| also| still| really)? (?:don't|do not|doesn't|didn't) (?!want|use)\\w{2,20}",
    "i(?:'ll|'d| will| would| can| could| might| may)?(?: just| also| really| definitely| try to){0,2} (?:should|shall|have to|need to|make sure|ensure|keep|avoid|remember|no longer|must (?:say|admit))",
    '(?:should|shall|must|do|can|could|how can|how do) (?:i|we)(?: \\w{2,12})?(?: make sure| ensure| avoid| keep)?',
    "to (?:\\w{2,12}ly )?(?:make sure|ensure|avoid|keep)|(?:don't|do not) need|(?:i|you|we|they) (?:do not|don't)(?=[.,!]|$)",
    "(?:don't|do not)(?: want to)? do (?:that|this|it)(?=[.,!]|$)|should be (?:great|fine|good|okay|ok|enough|perfect|fun)",
    'keep (?:it up|going|up|in touch|well|calm|at it|that in mind|this in mind)',
    "(?:don't|do not|never) (?:worry|mind|know|care|think|forget to breathe)|if you don't mind|can't wait|not only|if only|the only|only (?:a|one|two|three|when|if|about|just)",
    "rather(?=,)|rather (?:good|nice|well|late|than)|would rather|i'd rather|without (?:a )?doubt|instead though",
    'ich (?:war|bin|habe|hab|kann|weiß|muss|möchte|hatte|wollte)(?: [a-zß-ɏ]{2,12})? (?:nie|immer|nur|lieber|keine|keinen|niemals)|ich muss|muss ich|müssen wir|nur noch|immer (?:noch|wieder|gern|gerne)|bitte (?:schön|sehr)',
    "je (?:n'ai |ne suis |suis |l'ai |ai )?(?:jamais|toujours|dois|pense)|j'ai (?:toujours|seulement)|toujours (?:aussi|pas)|dois-je|de rien|n'(?:est|ai|a|as|ont|était|avais|y a) pas|ne (?:suis|sais|peux|vais|veux|crois|pense|sont) pas",
    '(?:yo |me |he |había |estoy |está |es )(?:siempre|solo|sólo|nunca)|nunca he|siempre he|no sé|tengo que|debo',
  ),
  'gi',
)

const harmlessSigns =
  /必须的|必须[去知]|不要门票|不要紧|要不要|不能说的|能不能|我只能|从来不要|怪不得|记不得|舍不得|不得不|了不得|恨不得/g
