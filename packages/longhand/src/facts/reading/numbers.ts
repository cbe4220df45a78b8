/** The numbers with a unit in a text (`80%`, `5 MB/s`, `$12.50`), written one way, each once. */
export function numbersIn(text: string): readonly string[] {
  return [...new Set((text.match(pattern) ?? []).map(found => found.replace(/\s/g, '')))]
}

const units =
  '%|‰|°C|°F|ms|µs|ns|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|[kKMGTP]i?B(?:/s)?|bytes?|bits?' +
  '|[kM]?Hz|GHz|px|pt|rem|em|[mck]?m|kg|g|mg|l|ml|tokens?|chars?|characters|lines?|files?|tests?|items?|rows?|users?|people|times|x|€|EUR|USD|CHF|GBP'

/** Bounded repeats only, so the scan is linear. */
const pattern = new RegExp(
  `(?<![\\w.,])(?:[$€£¥]\\s?\\d[\\d,.]{0,15}(?<=\\d)|\\d(?:[\\d,.]{0,15}\\d)?[kKM]?[ \\u00a0-]?(?:${units})(?![\\w]))`,
  'g',
)
