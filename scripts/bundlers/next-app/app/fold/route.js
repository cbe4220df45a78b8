import { fold } from '../../handler.mjs'

export const dynamic = 'force-dynamic'
export const GET = async () => Response.json(await fold())
