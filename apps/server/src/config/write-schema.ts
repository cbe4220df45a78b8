import { writeFileSync } from 'node:fs'
import { configJsonSchema } from './config-keys.ts'

// Run by hand when the schema has changed; a test fails when that was forgotten.
const path = new URL('../../../../docs/longhand.config.schema.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
