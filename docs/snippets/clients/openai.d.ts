// What the snippets use of the package `openai`, which nothing here needs otherwise.
declare module 'openai' {
  class OpenAI {
    readonly chat: {
      readonly completions: {
        create(request: { readonly model: string; readonly messages: OpenAI.ChatCompletionMessageParam[] }): Promise<{
          readonly choices: { readonly message: { readonly role: 'assistant'; readonly content: string | null } }[]
          readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
        }>
      }
    }
  }
  namespace OpenAI {
    type ChatCompletionMessageParam =
      | { role: 'system' | 'developer' | 'user'; content: string }
      | { role: 'assistant'; content?: string | null }
      | { role: 'tool'; content: string; tool_call_id: string }
  }
  export default OpenAI
}
