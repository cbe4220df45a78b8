import { utimesSync } from 'node:fs'
import { emptyDatabaseFile } from '../packages/longhand/src/stores/embedded/empty-database.ts'
import { writeEmptyDatabase } from '../packages/longhand/src/stores/embedded/write-empty-database.ts'

// scripts/empty-database.ts [FILE]: makes the database that first starts copy, where the server looks for it or in a file.
const file = process.argv[2] ?? emptyDatabaseFile
await writeEmptyDatabase(file)
// One that has every migration already is up to date from now on, whenever those were written.
utimesSync(file, new Date(), new Date())
