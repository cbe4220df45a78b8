import { wordPattern } from './word-pattern.ts'

/** Whether a sentence says that something was decided: in English, German, French, Spanish or Chinese. */
export function saysDecision(sentence: string): boolean {
  const text = sentence.trim()
  if (/[?？]["'’)\]*_]*$/.test(text)) return false
  return languages.some(({ cue, hedge, other }) => {
    const found = cue.exec(text)
    // What stands before the cue makes it a condition or a suggestion; what follows is what was decided.
    return found !== null && !hedge.test(text.slice(0, found.index + found[0].length)) && !other.test(text)
  })
}

type Language = {
  readonly cue: RegExp
  /** Words up to the end of the cue that make it something else: if, could, not yet. */
  readonly hedge: RegExp
  /** What looks the same and is none: a narration, an example. */
  readonly other: RegExp
}

/** What people say before they come to it: "OK, then". */
const lead = (...openers: readonly string[]): string => `^[*_#>\\-\\s]*(?:(?:${openers.join('|')})[\\s,.!:–—-]*){0,3}`

/** "**Decision:** one table", with what was decided behind it. */
const heading = (...nouns: readonly string[]): string =>
  `^[*_#\\-\\s]*(?:${nouns.join('|')})[*_]*[ \\u00a0]?:(?=[*_]*\\s+\\S)`

const takeUp =
  'go with|use|stick (?:with|to)|choose|pick|adopt|opt for|settle (?:on|for)|switch to|standardi[sz]e on|(?:go for|take) (?:option|plan|variant|approach|version|the (?:first|second|third|former|latter))'

const english: Language = {
  cue: wordPattern(
    `(?:we|i|the team)(?:'ve| have| had| has)?(?: \\w+ly| now| just| already| all){0,2} (?:decided|agreed (?:to|on|that)|settled on|opted (?:for|to)|chose|chosen)`,
    "(?:it's|it is|that's|that is)(?: now)? (?:decided|agreed|settled)",
    heading('(?:final )?decision(?: made)?', 'decided', 'agreed'),
    '(?:the|our|my)(?: final)? decision (?:is|was) (?:to|that|final|made)',
    `let'?s(?: just| all| then| rather| instead| please)? (?:${takeUp})`,
    `we(?:'ll| will| shall|'re going to| are going to)(?: just| now| then| therefore| instead)? (?:${takeUp})`,
    "i(?:'ll| will|'m going to)(?: just| then)? (?:go with|stick (?:with|to)|opt for|choose|pick)",
    "(?:we're|we are|i'm|i am) going with",
    `${lead('ok', 'okay', 'yes', 'yep', 'right', 'fine', 'good', 'great', 'alright', 'sure', 'please', 'then', 'so', 'just', 'and')}(?:go with|going with|stick with)`,
    '^(?:ok(?:ay)?,? |then |so )?(?!(?:what|how|as|that|so|yes|no|indeed|sure|right|well|true|and|but|where|who|this|here|there|like)[ ,])\\S+(?: \\S+){0,2} it is[.!]*$',
  ),
  hedge: wordPattern(
    "if|whether|unless|could|might|would|should|may|perhaps|maybe|suppose|before|until|once|when|haven't|hasn't|have not|not yet|never|didn't|did not|don't|do not|wouldn't|cannot|can't|why|what|how|which|who",
    'the way|like|than|for example|in this (?:example|tutorial|guide|section|step|lesson)|first|next|later|below',
  ),
  other: wordPattern(
    '(?:use|pick|choose|take) (?:it|this|that|them|these|those)(?: (?:later|again|here|to|in|below|as|for)|[.,!;:]|$)',
    '(?:use|using) .{0,60}(?:tools?|commands?|grep) to|use .{0,80} to (?:find|check|see|look|test|debug|verify|list|read|inspect|run|get|fetch|search|confirm|figure|understand|illustrate|show|demonstrate|explore)',
    'pick up|choose (?:from|between|any|one of)|use (?:the|a) (?:following|example|previous|above)',
  ),
}

const german: Language = {
  cue: wordPattern(
    '(?:wir|ich) (?:haben|habe) (?:uns|mich)(?: \\S+){0,8} (?:entschieden|geeinigt|festgelegt)',
    '(?:haben|habe) (?:wir|ich) (?:uns|mich)(?: \\S+){0,8} (?:entschieden|geeinigt|festgelegt)',
    '(?:wir haben|haben wir|ich habe|es wurde|wurde)(?: \\S+){0,6} (?:beschlossen|entschieden)',
    '(?:es|das) ist(?: jetzt| damit| nun)? (?:entschieden|beschlossen|beschlossene sache)',
    heading('entscheidung', 'beschlossen', 'entschieden', 'abgemacht'),
    '(?:wir entscheiden uns|ich entscheide mich|entscheiden wir uns) für',
    `${lead('ok', 'okay', 'gut', 'dann', 'also', 'ja', 'prima', 'einverstanden', 'in Ordnung')}(?:nehmen|verwenden|benutzen|nutzen|wählen) wir`,
    '(?:wir bleiben|bleiben wir) (?:bei|beim)|wir setzen(?: ab (?:jetzt|sofort)| künftig| jetzt)? auf|wir wechseln (?:zu|auf)|wir gehen mit',
    '(?:wir nehmen|ich nehme)',
    'wir (?:verwenden|benutzen|nutzen) (?:ab (?:jetzt|sofort)|also|dann|jetzt|künftig|stattdessen)',
    'wir werden(?: \\S+){1,8} (?:verwenden|benutzen|nutzen|einsetzen|nehmen)',
    'lass(?:t|en sie)? uns(?: \\S+){1,8} (?:nehmen|verwenden|benutzen|nutzen|wählen|bleiben|einsetzen)',
    `${lead('ok', 'okay', 'gut', 'dann', 'also', 'ja')}(?:nimm|nehmt) (?:option|variante|plan|lieber|die (?:erste|zweite|dritte))`,
  ),
  hedge: wordPattern(
    'falls|wenn|ob|könnten?|sollten?|sollen|würden?|vielleicht|bevor|noch nicht|noch nichts|nicht|nie|eventuell|möglicherweise|warum|wieso|was|wie|welche[rsn]?|sobald|bis|derzeit|aktuell|momentan|bisher|früher|zuerst|später',
  ),
  other: wordPattern(
    'nehmen wir(?: \\S+){0,2} an|(?:zum|als) beispiel|z\\. ?b\\.|wir nehmen an|ich nehme an|zur kenntnis|wir nehmen (?:uns|das ernst|teil)|in diesem beispiel',
  ),
}

const french: Language = {
  cue: wordPattern(
    "(?:on a|nous avons|j'ai|l'équipe a)(?: finalement| donc| déjà| bien| tous){0,2} (?:décidé|choisi|opté|convenu|tranché)",
    "c'est(?: donc)? décidé|c'est (?:acté|tranché)",
    heading('décision'),
    `${lead('ok', "d'accord", 'bon', 'bien', 'alors', 'donc', 'oui', 'très bien', 'parfait')}(?:utilisons|prenons|choisissons|adoptons|gardons|restons (?:sur|avec)|partons sur|optons pour|allons-y avec|va pour|on part sur|on reste (?:sur|avec)|pars sur|prends (?:l'option|la (?:première|deuxième|seconde)))`,
    '(?:on part|on reste|nous partons|nous restons|je pars) (?:sur|avec)',
    '(?:on va|nous allons|je vais)(?: donc| plutôt| finalement)? (?:utiliser|prendre|choisir|adopter|garder|partir sur|rester (?:sur|avec)|opter pour)',
    '(?:on utilisera|nous utiliserons|on prendra|nous prendrons|on gardera|nous garderons|on adoptera|nous adopterons)',
    "(?:on prend|je prends)(?: donc| plutôt| finalement)? (?:l'option|le plan|la (?:première|deuxième|seconde|troisième))|(?:on opte|nous optons|j'opte) pour",
  ),
  hedge: wordPattern(
    "si|s'ils?|pourrait|pourrions|pourriez|devrait|devrions|peut-être|avant|pas|jamais|faut-il|quand|pourquoi|comment|quel(?:le)?s?|lorsque|dès que|d'abord|ensuite|plus tard|dans cet exemple",
  ),
  other: wordPattern(
    "prenons (?:un|l'|par|le|en) ?(?:exemple|cas|temps|compte)|par exemple|utiliser .{0,60} pour (?:vérifier|trouver|voir|tester|chercher|lister|lire|afficher|montrer)|(?:prendre|on prend|prenons) (?:en compte|le temps|soin|la racine)",
  ),
}

const spanish: Language = {
  cue: wordPattern(
    '(?:hemos|he|el equipo ha)(?: finalmente| ya)? (?:decidido|elegido|optado|acordado)',
    '(?:decidimos|acordamos|optamos por|elegimos|nos decidimos por|me decido por)',
    '(?:está|queda)(?: ya)? (?:decidido|acordado)',
    heading('decisión'),
    `${lead('ok', 'vale', 'bien', 'bueno', 'entonces', 'sí', 'pues', 'de acuerdo', 'perfecto')}(?:usemos|utilicemos|elijamos|tomemos|adoptemos|optemos por|quedémonos con|vayamos (?:con|por)|vamos con|sigamos con|usa (?:la opción|mejor)|elige (?:la opción|el plan))`,
    'vamos a (?:usar|utilizar|elegir|optar por|adoptar|quedarnos con|ir con)',
    '(?:usaremos|utilizaremos|elegiremos|adoptaremos|optaremos por)',
    '(?:nos quedamos|me quedo|nos quedaremos|iremos|voy) con',
  ),
  hedge: wordPattern(
    'si|podríamos|podemos|podrías|deberíamos|debemos|quizás?|tal vez|antes|todavía no|aún no|no|nunca|cuando|por qué|cómo|qué|cuál|en cuanto|primero|luego|más tarde|en este ejemplo',
  ),
  other: wordPattern(
    'por ejemplo|como ejemplo|(?:usar|utilizar) .{0,60} para (?:ver|comprobar|buscar|probar|encontrar|listar|leer|mostrar|verificar)',
  ),
}

const chinese: Language = {
  cue: /(?:我们|咱们|我|大家|团队|最终|最后|已经|现在)[^，。！；]{0,6}(?:决定|選定|选定|敲定|商定)(?!权|性|因素|于|取决)|(?:决定|结论)(?:了)?[：:]|^(?:好的?|行|可以|嗯|那)?[，,]?\s?(?:我们|咱们|那|我)?就(?:用|选|选择|采用|使用|改用|按|这么定|这么办|这样定)|(?:那就|我们就|咱们就|还是)(?:用|选|选择|采用|使用|改用)|(?:我们|咱们)(?:将|会|要|统一|以后|今后|改为)\s?(?:采用|使用|选用|改用|用)|(?:我们|咱们)(?:改用|选用|采用)|^(?:好的?，|那)?(?:用|选|选择|采用|使用|改用|按).{1,30}吧[。！]?$|(?:我们|咱们)(?:用|选|选择|采用|使用|改用|按).{1,30}吧[。！]?$|就这么(?:定|办|决定)|^(?:选|选择|采用)(?:方案|选项|第)/,
  hedge:
    /如果|要不要|是否|还没|没有|尚未|未|可能|也许|或许|可以考虑|应该|能不能|假如|要是|为什么|怎么|什么|哪|先看|暂时不/,
  other: /吗[。！]?$|呢[。！]?$|比如|例如|举例|假设|来(?:查|看|检查|测试|验证|搜索)/,
}

const languages = [english, german, french, spanish, chinese]
