import type { ReactNode } from 'react'

type Props = { readonly name: string; readonly description: string; readonly wide?: true; readonly children: ReactNode }

/** One setting: its name, one sentence, and the control. */
export function SettingRow({ name, description, wide, children }: Props): ReactNode {
  return (
    <div className={wide ? 'setting wide' : 'setting'}>
      <div>
        <b>{name}</b>
        <p>{description}</p>
      </div>
      <div className="setting-control">{children}</div>
    </div>
  )
}
