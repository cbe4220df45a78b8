import { lockDirectory } from '../../stores/embedded/directory-lock.ts'

// Takes the lock and holds it until it is killed; tells whoever started it.
try {
  lockDirectory(process.argv[2]!)
  globalThis.gc?.()
  process.send!('locked')
  setInterval(() => {}, 1000)
} catch (error) {
  const { code, message } = error as { code: string; message: string }
  process.send!({ code, message })
}
