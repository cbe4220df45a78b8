import { expect, test } from 'vitest'
import { terminalRoomForTests } from '../../../testing/terminal-room.ts'
import { keys } from '../../../testing/watched-terminal.ts'

const room = terminalRoomForTests()

/** What a client sends that keeps its conversation itself; returns the id of the conversation. */
async function ask(...said: readonly string[]): Promise<string> {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
  const answer = await fetch(`${room().url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': room().token, 'content-type': 'application/json', 'user-agent': 'claude-cli/2.1.325' },
    body: JSON.stringify({ model: 'quoting', max_tokens: 100, messages }),
  })
  await answer.text()
  return answer.headers.get('longhand-conversation')!
}

test('H4.26 the terminal follows what a client writes, sends nothing in between, and goes on in a copy', async () => {
  const id = await ask('Where is the harbour?', 'In the south.', 'And the lighthouse?')
  const chat = room().open(['chat', id])
  await chat.sees(/Claude Code writes ·[\s\S]*And the lighthouse\?/)
  await ask('Where is the harbour?', 'In the south.', 'And the lighthouse, please?')
  await chat.sees('And the lighthouse, please?')
  chat.type(`A word of my own.${keys.enter}`)
  await chat.sees(/Claude Code writes this conversation +\/fork continues it here, in a copy/)
  // What was written stays where it was written.
  await chat.sees('› A word of my own.')
  const wordsIn = async (of: string) => JSON.stringify((await room().api.entries(of)).entries)
  expect(await wordsIn(id)).not.toContain('A word of my own.')
  chat.type('\u007F'.repeat(20))
  await chat.sees('› Write a message')
  chat.type(`/fork${keys.enter}`)
  await chat.sees(/^(?![\s\S]*Claude Code writes)[\s\S]*And the lighthouse, please\?/)
  chat.type(`Mine alone.${keys.enter}`)
  await chat.sees(/Mine alone\.[\s\S]*\^C quit/)
  expect(await wordsIn(id)).not.toContain('Mine alone.')
  expect((await room().api.conversations()).filter(({ client }) => client === 'Claude Code')).toHaveLength(1)
})
