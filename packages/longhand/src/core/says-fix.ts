import { wordPattern } from './word-pattern.ts'

/** Whether a sentence says that an error is gone: in English, German, French, Spanish or Chinese. */
export function saysFix(sentence: string): boolean {
  const text = sentence.trim()
  if (/[?？吗]["'’)\]*_。]*$/.test(text)) return false
  const found = fixed.exec(text) ?? fixedSigns.exec(text)
  return found !== null && !notFixed.test(text.slice(0, found.index)) && !notFixedSigns.test(text)
}

/** Whether a person's words report that something does not work. */
export const saysProblem = (text: string): boolean => problem.test(text) || problemSigns.test(text)

const fixed = wordPattern(
  'fixed(?![ -](?:width|size|sized|points?|length|number|position|costs?|price|rate|set|amount|header|by (?:adding|changing|using)))',
  'resolved|solved|(?:it |that |this |everything )?(?:works|working|builds|compiles|runs|passes|pass|starts|loads) (?:now|again)|now (?:works?|builds?|compiles?|runs?|pass(?:es)?|starts?|loads?)',
  'all (?:\\d+ )?(?:the )?(?:tests |checks )?(?:pass|passing|green|passed)|that (?:did it|did the trick|worked)|no (?:more|longer any) errors?|no longer (?:fails|crashes|happens|throws)|(?:error|problem|issue|bug) (?:is|has) gone',
  'behoben|gelöst|gefixt|repariert|(?:läuft|funktioniert|geht|klappt|startet|baut)(?: es)? (?:jetzt|nun|wieder|nun wieder|jetzt wieder)|(?:jetzt|nun) (?:läuft|funktioniert|geht|klappt)|alle tests (?:sind )?(?:grün|laufen durch)|der fehler ist weg',
  'corrigée?s?|résolue?s?|réparée?s?|(?:ça|tout|cela) (?:marche|fonctionne|passe)(?: enfin| bien)? (?:maintenant|à nouveau|désormais)|(?:maintenant|désormais),? (?:ça|tout|cela) (?:marche|fonctionne|passe)|tous les tests passent|ne plante plus',
  'arreglad[oa]s?|resuelt[oa]s?|solucionad[oa]s?|corregid[oa]s?|ya (?:funciona|compila|pasa|arranca)|ahora (?:sí )?(?:funciona|compila|pasa|arranca)|(?:funciona|compila) (?:ahora|de nuevo)|todas las pruebas pasan|ya no falla',
)
const fixedSigns =
  /已(?:经)?(?:修复|解决|修好)|(?:修复|解决|修好|搞定)了|现在(?:可以|能|正常|好)(?:了|用|运行|工作)|(?:可以|能用|正常|成功)了|(?:测试)?全部通过|不再(?:报错|崩溃|失败)/

const notFixed = wordPattern(
  "not|n't|\\w+n't|isn't|never|still|should|can|could|to be|must|will|would|once|until|if|when|unless|before|after|hopefully|hope|want|how|get|be|a|need|needs|whether|ensure|make sure|so that|verify|check that|try|trying|unable|cannot|nothing|none|no (?:one|idea)|yet to",
  'nichts?|noch|falls|wenn|sobald|sollte|könnte|würde|muss|bis|kann|werden|wird|hoffentlich|kein\\S*|ob',
  "pas|encore|si|doit|devrait|pourrait|faut|être|quand|lorsque|avant|sera|jamais|n'est",
  'no|todavía|aún|si|debe|debería|podría|cuando|antes|ser|será|hay que|nunca|sin',
)
const notFixedSigns = /还没|没有|尚未|未能|仍然|仍|依然|如果|需要|应该|无法|不能|怎么|是否|才能|可能/

const problem = wordPattern(
  "error|errors|exception|traceback|stack trace|fails?|failing|failed|failure|crash(?:es|ed|ing)?|bugs?|broken|breaks|(?:doesn't|does not|don't|didn't|isn't|not|won't) (?:work|working|start|build|compile|run|load)|undefined|segfault|panic|wrong result|issue with",
  'fehler|fehlermeldung|schlägt fehl|fehlgeschlagen|stürzt ab|abgestürzt|kaputt|(?:funktioniert|läuft|geht|klappt|startet|baut)(?: \\S+){0,3} nicht',
  "erreurs?|échoue|échec|plante|cassée?|bogue|(?:ne|n')(?: )?(?:marche|fonctionne|démarre|compile) (?:pas|plus)",
  'errore?s?|falla|fallan|falló|fallo|roto|rota|(?:no|ya no) (?:funciona|compila|arranca|carga)|se cae',
)
const problemSigns =
  /[a-z](?:Error|Exception)\b|\bE[A-Z]{4,}\b|报错|错误|失败|崩溃|不工作|不能用|用不了|跑不起来|无法|异常|出问题/
