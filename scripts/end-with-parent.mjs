/**
 * Ends this process in order when npm is gone. npm hands a signal to its shell alone, and a shell that dies of it leaves
 * us behind: nobody would end the server then, and its folder would stay locked. Outside of npm a parent may well go
 * first, as a terminal does that is closed.
 * @param {number} [everyMs]
 */
export function endWithParent(everyMs = 500) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  watch.unref()
}
