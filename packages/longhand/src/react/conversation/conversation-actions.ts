import type { Api } from '../../client/api/api.ts'
import type { CompactRequest } from '../../client/api/compaction-contract.ts'
import type { CheckpointRow } from '../../client/api/contract.ts'
import type { ConversationSync } from '../../client/screen/conversation-sync.ts'
import { compactStatusLine, statusLines } from '../../client/screen/status-line.ts'
import { modelName, nowUsing, offlineModel } from '../../client/text/texts.ts'
import * as words from '../words/conversation.ts'
import type { InstructionsDraft } from './InstructionsDialog.tsx'

/** What people can do to an open conversation; the server carries it out. */
export type ConversationActions = ReturnType<typeof createConversationActions>

export function createConversationActions(id: string, api: Api, sync: ConversationSync) {
  const run = sync.run.bind(sync)
  return {
    compact: (request: CompactRequest = {}) =>
      run(
        () => api.compact(id, request),
        answer => (answer.type === 'completed' || answer.type === 'rested' ? compactStatusLine(answer) : null),
      ),
    /** Dismisses the summary that waits to be accepted. */
    dismissDraft: () => run(() => api.cancelCompaction(id)),
    undo: () => run(() => api.undo(id), statusLines.undone),
    redo: () => run(() => api.redo(id), statusLines.redone),
    editSummary: (text: string) =>
      run(
        () => api.editSummary(id, text),
        () => statusLines.info(words.summarySaved),
      ),
    protect: (number: number, action: 'protect' | 'release') =>
      run(
        () => api.protect(id, number, action),
        () => (action === 'protect' ? statusLines.protected(number) : statusLines.released(number)),
      ),
    saveCheckpoint: (label = '') =>
      run(
        () => api.saveCheckpoint(id, label),
        saved => statusLines.saved(saved.label, saved.id),
      ),
    restore: ({ id: checkpoint, label }: Pick<CheckpointRow, 'id' | 'label'>) =>
      run(
        () => api.restore(id, checkpoint, true),
        () => statusLines.restored(label),
      ),
    switchBranch: async (line: string) => {
      const branches = await api.branches(id).catch(() => [])
      const branch = branches.find(row => row.line === line)
      if (branch !== undefined) await run(() => api.switchBranch(id, line, branch.head))
    },
    fork: () =>
      run(
        () => api.fork(id),
        () => statusLines.info(words.aNewBranchBeginsHere),
      ),
    rename: (title: string) => run(() => api.update(id, { title })),
    instruct: (draft: InstructionsDraft) =>
      run(
        () => api.update(id, draft),
        () => statusLines.info(words.instructionsSaved),
      ),
    moveToProject: (project: string | null) => run(() => api.update(id, { project })),
    changeModel: (model: string) =>
      run(
        () => api.update(id, { model }),
        () => statusLines.info(nowUsing(modelName(model))),
      ),
    /** W30 the offline model answers from here on. */
    useOffline: () => run(() => api.update(id, { model: offlineModel }), statusLines.usingOffline),
    trim: (number: number) =>
      run(
        () => api.command(id, `/trim ${number}`),
        ({ sentence }) => statusLines.trimmed(sentence),
      ),
    command: (text: string) =>
      run(
        () => api.command(id, text),
        answer => statusLines.info(answer.sentence),
      ),
    export: (format: 'md' | 'json') => download(api.exportPath(id, format)),
    /** W17 one file to be read anywhere, drawn by what draws answers here. */
    share: () =>
      run(async () => {
        const { sharedPage } = await import('../text/shared-page.tsx')
        const { page, name } = await sharedPage(api, id)
        const url = URL.createObjectURL(page)
        download(url, name)
        URL.revokeObjectURL(url)
      }),
  } as const
}

/** Downloads by the browser, so that large files do not pass through the page. */
function download(path: string, name = ''): void {
  const link = document.createElement('a')
  link.href = path
  link.download = name
  link.click()
}
