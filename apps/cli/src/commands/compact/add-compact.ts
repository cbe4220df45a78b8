import { type Command, Option } from 'commander'
import { wholeNumber } from '../../run-command.ts'
import * as wording from '../../words/compact.ts'
import type { CompactFlags } from './compact-transcript.ts'

/** `longhand compact FILE`: compacts a transcript and prints the receipt, or with `--json` the view. */
export function addCompact(program: Command): void {
  program
    .command('compact')
    .summary(wording.summary)
    .description(wording.description)
    .argument('<file>', wording.fileArgument)
    .option('--window <tokens>', wording.windowOption, wholeNumber(1))
    .option('--target <tokens>', wording.targetOption, wholeNumber(1))
    .option('--keep <messages>', wording.keepOption, wholeNumber(0))
    .addOption(
      new Option('--strategy <name>', wording.strategyOption).choices(['summary', 'digest']).default('summary'),
    )
    .option('--up-to <index>', wording.upToOption, wholeNumber(0))
    .option('--draft <file>', wording.draftOption)
    .option('--offline', wording.offlineOption)
    .option('--json', wording.jsonOption)
    .addHelpText('after', wording.after)
    .action(async (file: string, flags: CompactFlags) => {
      const { compactFile } = await import('./compact-file.ts')
      process.exitCode = await compactFile(file, flags, process)
    })
}
