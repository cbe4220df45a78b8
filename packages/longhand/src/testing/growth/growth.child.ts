// The process of `outgrown`: holds one subject after the other against its texts, and tells before and after each.
import { once } from 'node:events'
import type { GrowthJob, Subject, Told } from '../outgrown.ts'
import { growthOn } from './growth.ts'

const [{ subjects: at, data, from }] = (await once(process, 'message')) as [GrowthJob]
const { subjects } = (await import(at)) as { subjects: (data: unknown) => readonly Subject[] }
const tell = (told: Told) => new Promise(resolve => process.send!(told, resolve))

for (const { name, run, texts, start } of subjects(data).slice(from)) {
  await tell({ name, faults: null })
  const faults: string[] = []
  for (const text of texts) {
    // A few are enough to tell what is wrong.
    if (faults.length === 3) break
    try {
      const growth = growthOn(run, text, start)
      if (growth !== null) faults.push(`${growth.text}, ${growth.length}: ${growth.ms.map(Math.round).join(' → ')} ms`)
    } catch (error) {
      faults.push(`${text.name}: ${error}`)
    }
  }
  await tell({ name, faults })
}
process.disconnect()
