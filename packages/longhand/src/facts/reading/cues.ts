import { wordPattern } from '../../core/word-pattern.ts'

/**
 * What makes a line a sentence that should survive as one, judged by its words. A `wish` sounds like a constraint, and in
 * work that someone directs it mostly is one.
 */
export type Cue = 'constraint' | 'wish' | 'decision' | 'error'

/** Whether a person seems to say how things must be done. */
export const isDemand = (cue: Cue | null): boolean => cue === 'constraint' || cue === 'wish'

/** Whether a line says what was chosen or found out, and why. */
export const isDecision = (line: string): boolean =>
  (decisions.words.test(line) || decisions.signs.test(line)) && !isHeading(line)

/** Whether a line only says what the next ones are about: `### Decision factors`, `2. **Choose a platform:**`. */
const isHeading = (line: string): boolean =>
  line.length < maxHeadingLength && /^(?:#{1,6} |(?:[-*] |\d{1,3}[.)] )?\*\*[^*]{1,60}\*\*:?$)/.test(line)
const maxHeadingLength = 60

/** Whether a line of a tool's output reports a failure. */
export const isError = (line: string): boolean =>
  (errors.words.test(line) || errors.signs.test(line)) && !passed.test(line)

/** Whether a program reports its own failure, by its name: `cat: notes.md: No such file or directory`. */
export const isProgramError = (line: string): boolean => /^[a-z][\w.-]{0,30}: /.test(line) && isError(line)

/** Whether a line is a prompt injection. Quoting such a line would only spread it. */
export const isInjection = (line: string): boolean => injection.test(line)

const decisions = {
  words: wordPattern(
    "decided|decision|decide|root cause|because|going with|go with|went with|chose|chosen|choose|opted|i'll use|we'll use",
    'will use|instead of|rather than|turns out|turned out|the fix|the issue|the problem|the reason|the cause|approach',
    'trade-?off|agreed|settled on|found that|this means|that means|due to|therefore|so that',
    'entschieden|entscheidung|weil|ursache|stattdessen|lösung|deshalb',
    'décidé|décision|parce que|plutôt que|solution|donc',
    'decidido|decidimos|decisión|porque|causa|solución|en lugar de',
    'deciso|decisione|perché|soluzione|decisão',
    'решили|решение|потому что|причина|поэтому',
  ),
  signs: /决定|決定|因为|因為|原因|改用|采用|採用|なので|理由|にする|결정|때문|원인/,
}

const errors = {
  words: wordPattern(
    'error|errors|exception|failed|failure|failures|fails|fail|fatal|panic|traceback|denied|refused|timed out|timeout',
    "not found|no such file|cannot|can't|could not|couldn't|unable to|undefined|undeclared|unexpected|invalid|missing",
    'mismatch|conflict|aborted|killed|exit code [1-9]|exit status [1-9]|exited with code [1-9]',
    'fehler|fehlgeschlagen|nicht gefunden|erreur|échec|introuvable|fallo|errore|fallito|falha|ошибка',
  ),
  signs: /[a-z](?:Error|Exception)\b|\bE[A-Z]{4,}\b|\bFAIL|✗|✘|❌|错误|錯誤|失败|失敗|エラー|오류/,
}

/** A passing test may have "failure" in its name. */
const passed = /\(pass\)|--- PASS|\bPASSED\b|[✓✔] /

const injection =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|rule|constraint|guideline|prompt|polic|previous|prior|above)|\byou are now\b|\bfrom now on,? (?:you|the assistant)\b|\bnew (?:system )?instructions?\b|\bsystem prompt\b|\bdeveloper mode\b|\bjailbreak|\bdo not (?:tell|inform|mention|reveal|alert)\b.{0,40}\b(?:user|person|human|anyone)\b|\bwithout (?:telling|asking|informing) (?:the )?(?:user|person|human)\b|\bcurl\b.{0,200}\|\s*(?:ba)?sh\b/i
