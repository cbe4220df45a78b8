import { expect, test } from 'vitest'
import { commandMenu, completion, moveSelection, needsNoArgument } from './command-menu.ts'

const names = (text: string) => commandMenu(text)?.options.map(({ name }) => name) ?? null

test.each([
  ['/', 17],
  ['/comp', 1],
  ['/nothing-like-it', null],
  ['/compact keep', null],
  ['/usr/bin', null],
  ['hello', null],
])('M the menu for %s has %s commands', (text, count) => {
  expect(names(text)?.length ?? null).toBe(count)
})

test('M what begins with the typed letters comes first', () => {
  expect(names('/re')?.slice(0, 3)).toEqual(['redo', 'restore', 'resume'])
  expect(names('/che')).toEqual(['checkpoints'])
  expect(names('/condens')).toEqual(['compact', 'undo'])
})

test('M arrows go round, Tab completes, Enter runs what needs no argument', () => {
  const menu = commandMenu('/')!
  expect(moveSelection(menu, -1).selected).toBe(16)
  expect(moveSelection(moveSelection(menu, -1), 1).selected).toBe(0)
  expect(completion(commandMenu('/prot')!)).toBe('/protect ')
  expect(completion(commandMenu('/und')!)).toBe('/undo')
  expect(['/comp', '/prot', '/exp', '/save', '/mod', '/und'].map(text => needsNoArgument(commandMenu(text)!))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
})
