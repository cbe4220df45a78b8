import type { ReactNode } from 'react'

type Props = { readonly name: string; readonly means: string; readonly wide?: true; readonly children: ReactNode }

/** One setting: its name, one sentence, and the control. */
export function SettingRow({ name, means, wide, children }: Props): ReactNode {
  return (
    <div className={wide ? 'setting wide' : 'setting'}>
      <div>
        <b>{name}</b>
        <p>{means}</p>
      </div>
      <div className="setting-control">{children}</div>
    </div>
  )
}
