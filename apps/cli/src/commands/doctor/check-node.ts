import { type Finding, note, ok, problem } from './finding.ts'

/** Whether this version of Node can run the program. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 18)) {
    return problem('Node', `${version} is too old.`, 'Install Node 24 from https://nodejs.org.')
  }
  return major < 24 ? note('Node', version, 'Node 24 is what Longhand is tested on.') : ok('Node', version)
}
