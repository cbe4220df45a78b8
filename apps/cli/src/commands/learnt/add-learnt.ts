import type { Command } from 'commander'
import { configOption, environmentOf, folderOption, runCommand, setOption } from '../../run-command.ts'
import type { LearntFlags } from './show-learnt.ts'

/** `longhand learnt`: what was learnt about models from what their providers reported, and a way to forget it. */
export function addLearnt(program: Command): void {
  program
    .command('learnt')
    .summary('show what was learnt about models, or forget it')
    .description('Lists each model with its tokens per token counted here, and the window that it turned out to have.')
    .option('--forget <model>', 'forget what was learnt about a model')
    .option('--json', 'print the list as JSON')
    .option(...folderOption)
    .option(...configOption)
    .option(...setOption)
    .addHelpText('after', examples)
    .action((flags: LearntFlags) =>
      runCommand(async () => {
        const { showLearnt } = await import('./show-learnt.ts')
        return showLearnt(await environmentOf(flags), flags)
      }),
    )
}

const examples = `
Exit codes: 0 done, 1 error, 3 nothing was learnt.

Examples:
  longhand learnt
  longhand learnt --forget ollama/llama3`
