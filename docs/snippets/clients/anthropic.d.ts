// What the snippets use of the package `@anthropic-ai/sdk`, which nothing here needs otherwise.
declare module '@anthropic-ai/sdk' {
  class Anthropic {
    readonly messages: {
      create(request: {
        readonly model: string
        readonly max_tokens: number
        readonly messages: Anthropic.MessageParam[]
      }): Promise<{
        readonly content: { readonly type: string }[]
        readonly usage: {
          readonly input_tokens: number
          readonly output_tokens: number
          readonly cache_read_input_tokens: number | null
          readonly cache_creation_input_tokens: number | null
        }
      }>
    }
  }
  namespace Anthropic {
    type MessageParam = { role: 'user' | 'assistant'; content: string | { readonly type: string }[] }
  }
  export default Anthropic
}
