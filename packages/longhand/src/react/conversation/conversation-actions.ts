import type { Api } from '../../client/api/api.ts'
import type { CheckpointRow, CompactRequest } from '../../client/api/contract.ts'
import type { ConversationSync } from '../../client/screen/conversation-sync.ts'
import { compactStatusLine, statusLines } from '../../client/screen/status-line.ts'
import { modelName } from '../../client/text/texts.ts'

/** Everything one can do to an open conversation that the server carries out. */
export type Desk = ReturnType<typeof createDesk>

export function createDesk(id: string, api: Api, following: ConversationSync) {
  const act = following.run.bind(following)
  return {
    compact: (request: CompactRequest = {}) =>
      act(
        () => api.compact(id, request),
        answer => (answer.type === 'completed' || answer.type === 'rested' ? compactStatusLine(answer) : null),
      ),
    /** Sends the summary away that waits to be read. */
    refuse: () => act(() => api.cancelCompaction(id)),
    undo: () => act(() => api.undo(id), statusLines.undone),
    redo: () => act(() => api.redo(id), statusLines.redone),
    edit: (text: string) =>
      act(
        () => api.editSummary(id, text),
        () => statusLines.info('The summary is yours now. Undo brings the old one back.'),
      ),
    protect: (number: number, wish: 'protect' | 'release') =>
      act(
        () => api.protect(id, number, wish),
        () => (wish === 'protect' ? statusLines.protected(number) : statusLines.released(number)),
      ),
    save: (label = '') =>
      act(
        () => api.saveCheckpoint(id, label),
        saved => statusLines.saved(saved.label, saved.id),
      ),
    restore: ({ id: checkpoint, label }: Pick<CheckpointRow, 'id' | 'label'>) =>
      act(
        () => api.restore(id, checkpoint, true),
        () => statusLines.restored(label),
      ),
    switchTo: async (line: string) => {
      const branches = await api.branches(id).catch(() => [])
      const branch = branches.find(row => row.line === line)
      if (branch !== undefined) await act(() => api.switchBranch(id, line, branch.head))
    },
    fork: (entry?: string) =>
      act(
        () => api.fork(id, entry),
        () => statusLines.info('A branch of its own begins here. What came after stays.'),
      ),
    rename: (title: string) => act(() => api.update(id, { title })),
    moveTo: (project: string | null) => act(() => api.update(id, { project })),
    takeModel: (model: string) =>
      act(
        () => api.update(id, { model }),
        () => statusLines.info(`${modelName(model)} goes on from here.`),
      ),
    command: (text: string) =>
      act(
        () => api.command(id, text),
        answer => statusLines.info(answer.sentence),
      ),
    export: (format: 'md' | 'json') => download(api.exportPath(id, format)),
  } as const
}

/** The browser's own download: large files never pass through the page. */
function download(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
