import { fold } from './handler.mjs'

export default { fetch: async () => Response.json(await fold()) }
