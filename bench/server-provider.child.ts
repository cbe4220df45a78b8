// A model provider that answers at once, in a process of its own. Prints where it is.
import { answer, startFakeProvider } from 'longhand/internal/testing'

const { baseURL } = await startFakeProvider({
  behaviour: () => answer('Understood: it has been written down. '.repeat(8)),
  record: 'none',
})
console.log(baseURL)
