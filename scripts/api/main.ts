import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { apiText } from './api-text.ts'
import { publicNames, typesBehind } from './public-names.ts'

// npm run api: writes docs/api.md from the public names of the library.
const doors = publicNames()
writeFileSync(join(root, 'docs/api.md'), apiText(doors, typesBehind(doors)))
