import { createApi, subscribeToLiveFeed } from 'longhand/client'

const api = createApi({
  base: process.env.LONGHAND_URL ?? 'http://127.0.0.1:4321',
  headers: { authorization: `Bearer ${process.env.LONGHAND_TOKEN}` },
})
const { id } = await api.create({ title: 'Invoices' })
await api.send(id, { clientId: crypto.randomUUID(), text: 'Which date is on the last invoice?' }, {})

const stop = subscribeToLiveFeed(api, {
  onNotice: notice => console.log(notice.type), // something changed: read it again
  onConnection: state => console.log(state),
})
setTimeout(stop, 1_000)
