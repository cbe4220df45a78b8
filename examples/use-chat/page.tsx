// The page: `useChat`, and what Longhand tells in data parts. Its two parts bring their own styles and change nothing else.
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { longhandDataParts } from 'longhand'
import { CompactionDivider, useLonghand, WindowBar } from 'longhand/react/parts'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { ChatMessage } from './message.ts'

function Chat() {
  const { messages, sendMessage, status } = useChat<ChatMessage>({
    transport: new DefaultChatTransport({ api: '/api/chat' }),
    dataPartSchemas: longhandDataParts, // what arrives is what it says
  })
  const [text, setText] = useState('')
  const { status: window } = useLonghand(messages)
  return (
    <main>
      {window && <WindowBar status={window} />}
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
  return part.type === 'data-compaction' ? <CompactionDivider compaction={part.data} /> : null
}

createRoot(document.getElementById('root')!).render(<Chat />)
