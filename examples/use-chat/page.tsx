// The page: `useChat`, and what Longhand tells in data parts. Styles are yours.
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { longhandDataParts } from 'longhand'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ChatMessage } from './message.ts'

function Chat() {
  const { messages, sendMessage, status } = useChat<ChatMessage>({
    transport: new DefaultChatTransport({ api: '/api/chat' }),
    dataPartSchemas: longhandDataParts, // what arrives is what it says
  })
  const [text, setText] = useState('')
  const context = messages.flatMap(({ parts }) => parts).findLast(part => part.type === 'data-context')
  return (
    <main>
      {context && (
        <output aria-label="Context window" data-level={context.data.level}>
          {context.data.used} of {context.data.window} tokens, {context.data.breakdown.summary} of them a summary
        </output>
      )}
      {messages.map(message => (
        <article key={message.id} aria-label={message.role}>
          {message.parts.map((part, at) => (
            <Part key={`${message.id}-${at}`} part={part} />
          ))}
        </article>
      ))}
      <form
        onSubmit={event => {
          event.preventDefault()
          void sendMessage({ text })
          setText('')
        }}
      >
        <input aria-label="Message" value={text} onChange={event => setText(event.target.value)} />
        <button type="submit" disabled={status !== 'ready'}>
          Send
        </button>
      </form>
    </main>
  )
}

function Part({ part }: { part: ChatMessage['parts'][number] }) {
  if (part.type === 'text') return <p>{part.text}</p>
  if (part.type !== 'data-compaction') return null
  const { phase, folding, receipt } = part.data
  return (
    <hr
      aria-label={
        receipt ? `Condensed ${folding} messages: ${receipt.before} → ${receipt.after} tokens` : `Condensing: ${phase}`
      }
    />
  )
}

createRoot(document.getElementById('root')!).render(<Chat />)
