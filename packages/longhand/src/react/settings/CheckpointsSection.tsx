import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import { texts } from '../../client/text/texts.ts'
import { type Landmark, landmarkTags } from '../../core/landmark.ts'
import { Toggle } from '../controls/Toggle.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly settings: Settings; readonly onChange: (change: Partial<Settings>) => void }

/** Which checkpoints are saved automatically. */
export function CheckpointsSection({ settings: { policy }, onChange }: Props): ReactNode {
  const setLandmark = (tag: Landmark['tag'], on: boolean) => {
    const landmarks = landmarkTags.filter(other => (other === tag ? on : policy.landmarks.includes(other)))
    onChange({ policy: { ...policy, landmarks } })
  }
  return (
    <>
      <SectionHeading>{everywhere.checkpoints}</SectionHeading>
      <p className="settings-sub">{words.checkpointsHint}</p>
      {landmarkTags.map(tag => (
        <SettingRow key={tag} name={landmarkLabels[tag].name} description={landmarkLabels[tag].description}>
          <Toggle
            label={words.checkpoint(landmarkLabels[tag].name)}
            on={policy.landmarks.includes(tag)}
            onChange={on => setLandmark(tag, on)}
          />
        </SettingRow>
      ))}
      <p>
        {words.alwaysSavedHint} {texts.checkpointExpiry}
      </p>
    </>
  )
}

const landmarkLabels: Readonly<Record<Landmark['tag'], { readonly name: string; readonly description: string }>> = {
  code: { name: words.codeWritten, description: words.codeWrittenHint },
  decision: { name: words.decisionMade, description: words.decisionMadeHint },
  fix: { name: words.errorResolved, description: words.errorResolvedHint },
}
