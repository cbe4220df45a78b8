import { runPrograms } from '../scripts/programs.ts'

await runPrograms(import.meta.dirname, process.argv.slice(2))
