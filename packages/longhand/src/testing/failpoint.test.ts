import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { armFailpoints, disarmFailpoints, failpoint, parseFailpoints, reached, release } from './failpoint.ts'

afterEach(disarmFailpoints)

const child = new URL('./failpoint.child.ts', import.meta.url)

test('a point that nobody armed does nothing, not even make a promise', () => {
  expect(failpoint('turn.append')).toBeUndefined()
})

test('N7 a thrown failure reaches whoever awaits the point', async () => {
  armFailpoints('turn.append=throw')
  await expect(failpoint('turn.append')).rejects.toThrow('Failpoint turn.append.')
  await expect(failpoint('turn.view')).resolves.toBeUndefined()
})

test('@n acts at the n-th visit and at no other', async () => {
  armFailpoints('turn.append=throw@2')
  await failpoint('turn.append')
  await expect(failpoint('turn.append')).rejects.toThrow()
  await failpoint('turn.append')
})

test('* counts the visits of every point, so that a loop can fail the n-th await', async () => {
  armFailpoints('*=throw@3')
  await failpoint('a')
  await failpoint('b')
  await expect(failpoint('c')).rejects.toThrow('Failpoint c.')
})

test('sleep delays', async () => {
  armFailpoints('slow=sleep(30)')
  const start = performance.now()
  await failpoint('slow')
  expect(performance.now() - start).toBeGreaterThanOrEqual(25)
})

test('C12 a paused point tells that it was reached and goes on when it is released', async () => {
  armFailpoints('compact.commit=pause')
  let passed = false
  const running = failpoint('compact.commit')!.then(() => {
    passed = true
  })
  await reached('compact.commit')
  expect(passed).toBe(false)
  release('compact.commit')
  await running
  expect(passed).toBe(true)
})

test('disarming lets go of everyone who is paused', async () => {
  armFailpoints('compact.commit=pause')
  const running = failpoint('compact.commit')
  disarmFailpoints()
  await running
  expect(failpoint('compact.commit')).toBeUndefined()
})

test('hang never goes on', async () => {
  armFailpoints('turn.view=hang')
  const first = await Promise.race([
    failpoint('turn.view')!.then(() => 'passed'),
    sleep(20).then(() => 'still hanging'),
  ])
  expect(first).toBe('still hanging')
})

test.each(['turn.append', 'turn.append=explode', 'turn.append=sleep', 'turn.append=kill@', '=kill'])(
  'F6 %s is answered with what to write instead',
  text => {
    expect(() => parseFailpoints(text)).toThrow(/write name=kill/)
  },
)

test('several points are parted by semicolons', () => {
  expect(parseFailpoints('a=kill@2; b=sleep(5);')).toEqual([
    { name: 'a', action: { type: 'kill' }, visit: 2 },
    { name: 'b', action: { type: 'sleep', ms: 5 }, visit: null },
  ])
})

test('N7 FAILPOINTS kills a process at the point, with no time to clean up', async () => {
  const [code, signal] = await once(start('second=kill'), 'exit')
  expect([code, signal]).toEqual([null, 'SIGKILL'])
})

test('a process started with FAILPOINTS can be paused and released from outside', async () => {
  const running = start('second=pause')
  const heard: unknown[] = []
  running.on('message', said => {
    heard.push(said)
    if (JSON.stringify(said) === '{"paused":"second"}') running.send({ release: 'second' })
  })
  expect((await once(running, 'exit'))[0]).toBe(0)
  expect(heard).toEqual(['first', { paused: 'second' }, 'second'])
})

test('a process started with FAILPOINTS can tell where it came by', async () => {
  const running = start('*=tell')
  const heard: unknown[] = []
  running.on('message', said => heard.push(said))
  await once(running, 'exit')
  expect(heard).toEqual([{ passed: 'first' }, 'first', { passed: 'second' }, 'second'])
})

const start = (points: string) => fork(child, { env: { ...process.env, FAILPOINTS: points }, silent: true })

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
