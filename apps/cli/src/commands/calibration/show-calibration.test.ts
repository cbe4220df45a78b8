import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { program, terminalRoomForTests } from '../../testing/terminal-room.ts'

const room = terminalRoomForTests()

/** What a program sends of a long conversation; returns what the offline model quotes of the first. */
async function ask(first: string): Promise<string> {
  const said = [
    first,
    'The harbour is to the south of the town. '.repeat(2_000),
    'What is to be done about the ledger?',
  ]
  const answer = await fetch(`${room().url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': room().token, 'content-type': 'application/json', 'user-agent': 'agent/1 (linux)' },
    body: JSON.stringify({
      ...{ model: 'quoting', max_tokens: 100 },
      messages: said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
    }),
  })
  const { content } = (await answer.json()) as { content: readonly { text: string }[] }
  const id = answer.headers.get('longhand-conversation')!
  await expect.poll(async () => (await room().api.entries(id)).entries.length, { timeout: 20_000 }).toBe(4)
  return content[0]!.text
}

function longhand(...args: readonly string[]) {
  const env = { ...process.env, LONGHAND_DATA: room().folder }
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env })
  return { status, stdout }
}

test('H4.15 the terminal lists the windows that programs assume, and forgets them', async () => {
  const task =
    'The ledger is to be repaired, because its sums are wrong since the first of March, and whoever repairs the ledger is to write down which rows were changed, and why each of them was.'
  let first = task
  for (const nth of [1, 2, 3]) first = `Part ${nth}. Going on from this: ${await ask(first)}`
  expect(longhand('calibration').stdout).toMatch(
    /^agent\/1 \(linux\) with offline\/quoting: [\d,]+ of 32,000 tokens, learnt from 1 conversation\. Forgotten on \w+day at \d\d:\d\d unless seen again\.$/m,
  )
  const doctor = longhand('doctor').stdout
  expect(doctor).toMatch(/Clients +agent\/1 \(linux\) with offline\/quoting assumes [\d,]+ of 32,000 tokens/)
  const way = "longhand calibration --forget offline/quoting --client 'agent/1 (linux)'"
  expect(doctor).toContain(`If that is wrong: ${way}\n`)
  expect(longhand('calibration', '--forget', 'offline/quoting', '--client', 'agent/1 (linux)')).toEqual({
    status: 0,
    stdout: '✓ Forgot the window that agent/1 (linux) assumes with offline/quoting.\n',
  })
  expect(await room().api.clientWindows()).toEqual([])
  expect(longhand('calibration').stdout).not.toContain('agent/1')
})
