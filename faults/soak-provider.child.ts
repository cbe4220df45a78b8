// A model provider that answers at once and writes a fair summary when asked for one, in a process of its own. Prints where it is.
import { answer, startFakeProvider } from 'longhand/internal/testing'

/** No two are alike: one that repeats the last would be taken for a copy of it. */
const record = (number: number) =>
  `## Goal\nWrite down what every item costs (record ${number}).\n\n## State\nUp to record ${number} the prices were said one after the other, and each was written down beside the others.`

const { baseURL } = await startFakeProvider({
  behaviour: ({ text, index }) =>
    answer(text.includes('Now write the record.') ? record(index) : 'Understood: it has been written down. '.repeat(8)),
  record: 'none',
})
console.log(baseURL)
