import { fold } from './handler.mjs'

fold().then(answer => console.log(JSON.stringify(answer)))
