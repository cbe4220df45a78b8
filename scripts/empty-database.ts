import { emptyDatabaseFile } from '../packages/longhand/src/stores/embedded/empty-database.ts'
import { writeEmptyDatabase } from '../packages/longhand/src/stores/embedded/write-empty-database.ts'

// scripts/empty-database.ts [FILE]: makes the database that first starts copy, where the server looks for it or in a file.
await writeEmptyDatabase(process.argv[2] ?? emptyDatabaseFile)
