import type { Baseline } from './baseline.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { headAndTail } from './head-and-tail.ts'
import { langchain } from './langchain.ts'
import { masking } from './masking.ts'
import { tfIdf } from './tf-idf.ts'
import { truncation } from './truncation.ts'

export const baselines: readonly Baseline[] = [truncation, headAndTail, masking, tfIdf, langchain, codex, cline]
