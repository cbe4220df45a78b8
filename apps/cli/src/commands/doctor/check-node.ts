import * as wording from '../../words/doctor.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Whether this version of Node can run the program. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 18)) {
    return problem(wording.node, wording.isTooOld(version), wording.installNode)
  }
  return major < 24 ? note(wording.node, version, wording.testedOn) : ok(wording.node, version)
}
