import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import { texts } from '../../client/text/texts.ts'
import { type Landmark, landmarkTags } from '../../core/landmark.ts'
import { Toggle } from '../controls/Toggle.tsx'
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
      <h1>Checkpoints</h1>
      <p className="settings-sub">
        Names for places to return to. You save one with the flag or /save-progress; these are saved by themselves.
      </p>
      {landmarkTags.map(tag => (
        <SettingRow key={tag} name={landmarkLabels[tag].name} description={landmarkLabels[tag].description}>
          <Toggle
            label={`Checkpoint: ${landmarkLabels[tag].name}`}
            on={policy.landmarks.includes(tag)}
            onChange={on => setLandmark(tag, on)}
          />
        </SettingRow>
      ))}
      <p>One is always saved before condensing and before a restore. {texts.checkpointExpiry}</p>
    </>
  )
}

const landmarkLabels: Readonly<Record<Landmark['tag'], { readonly name: string; readonly description: string }>> = {
  code: { name: 'Code written', description: 'After an answer that wrote a file or a block of code.' },
  decision: { name: 'Decision made', description: 'After someone settled something: “Let’s go with Postgres.”' },
  fix: { name: 'Error resolved', description: 'After something failed and then worked.' },
}
