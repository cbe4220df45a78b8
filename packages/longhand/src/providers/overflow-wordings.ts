/** What an overflow error says: the tokens of the request and the most that the model takes, where it says them. */
export type Overflow = { readonly used: number | null; readonly limit: number | null }

/** What a text says about an overflow, or null when it speaks of something else. */
export function readOverflow(text: string): Overflow | null {
  if (notOverflow.some(pattern => pattern.test(text))) return null
  for (const wording of overflowWordings) {
    const found = wording.exec(text)
    if (found !== null) return { used: numberOf(found.groups?.used), limit: numberOf(found.groups?.limit) }
  }
  return null
}

/** Limits on how much one may ask for in a while, or on the answer: shortening the conversation is no remedy. */
const notOverflow: readonly RegExp[] = [
  /rate.?limit|too many requests|throttl/i,
  /tokens? per (minute|hour|day)|\b[TR]P[MD]\b|per[- ]minute/i,
  /quota|billing|credit balance|insufficient (funds|balance)/i,
  /maximum (allowed )?number of output tokens|max_tokens.{0,40}(too small|must be (at least|greater))/i,
]

/** The wordings that people have met, the more telling before the vaguer. */
const overflowWordings: readonly RegExp[] = [
  // Anthropic, also behind Bedrock and Vertex.
  /prompt is too long: (?<used>[\d,]+) tokens > (?<limit>[\d,]+)/i,
  /exceed context limit: (?<used>[\d,]+) \+ [\d,]+ > (?<limit>[\d,]+)/i,
  /model_context_window_exceeded/i,
  // OpenAI, DeepSeek, vLLM and everyone who copied them.
  /maximum context length is (?<limit>[\d,]+) tokens.{0,60}\((?<used>[\d,]+) (?:in (?:the messages|your prompt)|of text input)/is,
  /maximum context length is (?<limit>[\d,]+) tokens.{0,60}?(?:resulted in|requested(?: about)?|request has) (?<used>[\d,]+)/is,
  /maximum context length is (?<limit>[\d,]+)/i,
  /exceeds the context window/i,
  /context[_ ]length[_ ]exceeded|ContextWindowExceeded/i,
  // Google.
  /input token count \(?(?<used>[\d,]+)\)? exceeds the maximum number of tokens allowed \(?(?<limit>[\d,]+)/i,
  /input token count exceeds the maximum number of tokens allowed \(?(?<limit>[\d,]+)?/i,
  /input token count is (?<used>[\d,]+) but model only supports up to (?<limit>[\d,]+)/i,
  // llama.cpp, LM Studio, Ollama.
  /request \((?<used>[\d,]+) tokens\) exceeds the available context size \((?<limit>[\d,]+)/i,
  /exceeds the available context size/i,
  /exceed_context_size_error/i,
  /prompt is greater than the context length(?:.{0,20}n_keep: (?<used>\d+) ?>= ?n_ctx: (?<limit>\d+))?/i,
  /prompt too long; exceeded (?:max )?context length/i,
  /input length exceeds (?:the |maximum )?context length/i,
  /prompt has (?<used>[\d,]+) tokens?, but the configured context size is (?<limit>[\d,]+)/i,
  // Bedrock.
  /input is too long for requested model/i,
  /too many input tokens\. max input tokens: (?<limit>[\d,]+), request input token count: (?<used>[\d,]+)/i,
  // vLLM, SGLang, TGI and what runs on them.
  /prompt \((?:total )?length (?<used>[\d,]+)\) is (?:longer than the maximum model length of|too long to fit into the model \(context length) (?<limit>[\d,]+)/i,
  /input \((?<used>[\d,]+) tokens\) is longer than the model'?s context length \((?<limit>[\d,]+)/i,
  /must be <= (?<limit>[\d,]+)\. Given: (?<used>[\d,]+) `?inputs`? tokens/i,
  /`?inputs`? must have less than (?<limit>[\d,]+) tokens\. Given: (?<used>[\d,]+)/i,
  // The others.
  /maximum prompt length is (?<limit>[\d,]+) but the request contains (?<used>[\d,]+)/i, // xAI
  /reduce the length of the messages or completion(?:.{0,20}current length is (?<used>[\d,]+) while limit is (?<limit>[\d,]+))?/is, // Groq, Cerebras
  /prompt contains (?<used>[\d,]+) tokens.{0,60}too large for model with (?<limit>[\d,]+) maximum context length/i, // Mistral
  /prompt token count of (?<used>[\d,]+) exceeds the limit of (?<limit>[\d,]+)/i, // Copilot
  /exceeded model token limit: (?<limit>[\d,]+)(?: \(requested: (?<used>[\d,]+))?/i, // Moonshot
  /context window exceeds limit/i, // MiniMax
  /range of input length should be \[1, (?<limit>[\d,]+)\]/i, // DashScope
  /prompt exceeds max(?:imum)? (?:context )?length/i, // Zhipu
  /tokens in the prompt cannot exceed (?<limit>[\d,]+) - received (?<used>[\d,]+)/i, // Cohere
  /prompt is too long: (?<used>[\d,]+), model maximum context length: (?<limit>[\d,]+)/i, // Fireworks
  /exceeds (?:the )?maximum allowed input length of (?<limit>[\d,]+)/i,
  /tokens in request more than max tokens allowed/i,
  /prompt is too long/i,
]

const numberOf = (digits: string | undefined): number | null =>
  digits === undefined ? null : Number(digits.replaceAll(',', ''))
