import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { compactFile } from '../apps/cli/src/commands/compact/compact-file.ts'
import type { Message, Part } from '../packages/longhand/src/core/message.ts'
import type { Receipt } from '../packages/longhand/src/core/receipt.ts'
import { toLonghand } from '../packages/longhand/src/wire/longhand.ts'
import type { Door, Setting } from './door.ts'

type Printed = { readonly view: readonly PrintedMessage[]; readonly receipt: Receipt | null }

type PrintedMessage = {
  readonly role: Message['role']
  readonly content: string
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly args: object }[]
  readonly toolCallId?: string
}

/** Someone who has a transcript and runs `longhand compact FILE --json`. */
export function openCli({ window, policy, summarise }: Setting): Door {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-parity-'))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  let receipt: Receipt | null = null
  const compact = async (messages: readonly Message[]) => {
    const { keep = { amount: 6 }, strategy = 'summary', target = 0.5 } = policy
    const flags = { window, target: window * target, keep: keep.amount, strategy, json: true } as const
    const draft = summarise === null ? {} : { draft: file('draft.md', await summarise()) }
    const printed = await run(file('chat.json', JSON.stringify(toLonghand(messages))), { ...flags, ...draft })
    receipt = printed.receipt
    return fromPrinted(printed.view)
  }
  return {
    ask: null,
    compact,
    compactProtecting: null,
    undo: null,
    redo: null,
    edit: null,
    receipt: async () => receipt && withoutWriter(receipt),
    status: null,
    prepared: null,
    close: async () => rmSync(folder, { recursive: true }),
  }
}

/** A draft comes from nobody knows whom. */
const withoutWriter = ({ model: _, cost: __, saving: ___, ...receipt }: Receipt): Partial<Receipt> => receipt

async function run(file: string, flags: Parameters<typeof compactFile>[1]): Promise<Printed> {
  const written = { out: '', err: '' }
  const into = (key: keyof typeof written) =>
    new Writable({
      write(chunk, _, done) {
        written[key] += String(chunk)
        done()
      },
    })
  const code = await compactFile(file, flags, { stdin: Readable.from([]), stdout: into('out'), stderr: into('err') })
  if (code === 1) throw new Error(written.err)
  return JSON.parse(written.out) as Printed
}

/** Printed messages as ours. A result is printed without its tool's name, which its call has. */
function fromPrinted(view: readonly PrintedMessage[]): readonly Message[] {
  const names = new Map(view.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name])))
  return view.map(({ role, content, toolCalls = [], toolCallId: callId }): Message => {
    if (callId !== undefined) {
      const result: Part = { type: 'tool-result', callId, name: names.get(callId)!, outcome: 'ok', output: content }
      return { role, parts: [result] }
    }
    const calls = toolCalls.map(
      ({ id, name, args }): Part => ({ type: 'tool-call', callId: id, name, input: args as never }),
    )
    return { role, parts: [...(content === '' ? [] : [{ type: 'text' as const, text: content }]), ...calls] }
  })
}
