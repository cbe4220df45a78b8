import type { ReactNode } from 'react'

export type IconName = keyof typeof shapes

type Props = { readonly name: IconName; readonly small?: true | undefined }

/** An icon of 16 × 16 in the colour of the text. Always beside a word or in a button with a label. */
export function Icon({ name, small }: Props): ReactNode {
  const shape = shapes[name]
  return (
    <svg className={small ? 'icon small' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      {typeof shape === 'string' ? <path d={shape} /> : shape}
    </svg>
  )
}

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`

const padlock =
  'M4.7 7h6.6a1.2 1.2 0 0 1 1.2 1.2v4.1a1.2 1.2 0 0 1-1.2 1.2H4.7a1.2 1.2 0 0 1-1.2-1.2V8.2A1.2 1.2 0 0 1 4.7 7Z'

const shapes = {
  back: 'M10 3.5 5.5 8l4.5 4.5',
  book: 'M8 4C6.5 2.8 4.5 2.6 2 2.8v9.6c2.5-.2 4.5 0 6 1.2 1.5-1.2 3.5-1.4 6-1.2V2.8C11.5 2.6 9.5 2.8 8 4ZM8 4v9.6',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  clip: 'm12.8 7.5-5 5a3 3 0 0 1-4.3-4.2l5.4-5.4a2 2 0 0 1 2.9 2.8L6.5 11a1 1 0 0 1-1.4-1.4l4.6-4.6',
  clock: `${circle(8, 8, 5.8)}M8 4.8V8l2.2 1.6`,
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M6.7 5.5h5.6a1.2 1.2 0 0 1 1.2 1.2v5.6a1.2 1.2 0 0 1-1.2 1.2H6.7a1.2 1.2 0 0 1-1.2-1.2V6.7a1.2 1.2 0 0 1 1.2-1.2ZM3.5 10.5h-1v-8h8v1',
  down: 'M3.5 6 8 10.5 12.5 6',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  eye: `M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z${circle(8, 8, 1.8)}`,
  flag: 'M4 14V2.5M4 3h7.5l-2 2.75 2 2.75H4',
  fold: 'M2 8h12M5 2.5 8 5.5l3-3M5 13.5l3-3 3 3',
  fork: `${circle(4, 3.5, 1.5)}${circle(4, 12.5, 1.5)}${circle(12, 5.5, 1.5)}M4 5v6M12 7c0 2.5-4 2-6.5 3.5`,
  key: `${circle(5, 11, 2.6)}M7 9l6-6M11 5l2 2`,
  leave: 'M6.5 2.5h-4v11h4M6 8h7.5M10.5 5l3 3-3 3',
  lock: `${padlock}M5.5 7V5a2.5 2.5 0 0 1 5 0v2`,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.4" />,
  pencil: 'M10.8 2.8 13.2 5.2 5.6 12.8 2.6 13.4 3.2 10.4Z',
  pin: 'M6 2.5h4l-.6 4.3 2.1 2.2v1.2h-7V9l2.1-2.2ZM8 10.2v3.6',
  play: 'M5 3.2v9.6L12.5 8Z',
  plus: 'M8 3v10M3 8h10',
  receipt: 'M3.5 1.8v12.4l1.5-1 1.5 1 1.5-1 1.5 1 1.5-1 1.5 1V1.8l-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1ZM6 6h4M6 9h4',
  refresh: 'M13 3v3.5H9.5M3 13V9.5h3.5M12.6 6.5A5 5 0 0 0 3.8 5.5M3.4 9.5a5 5 0 0 0 8.8 1',
  right: 'm6 3.5 4.5 4.5L6 12.5',
  search: `${circle(7, 7, 4.2)}M10.2 10.2l3.3 3.3`,
  sliders: `${circle(10, 4.8, 1.8)}${circle(6, 11.2, 1.8)}M2 4.8h6.2M11.8 4.8H14M2 11.2h2.2M7.8 11.2H14`,
  stop: <rect x="4.5" y="4.5" width="7" height="7" rx="1" fill="currentColor" />,
  sun: `${circle(8, 8, 3)}M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1`,
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  unlock: `${padlock}M5.5 7V5a2.5 2.5 0 0 1 4.8-1`,
  unplugged:
    'M2 2l12 12M4.6 8.6A5 5 0 0 1 7 7.4M11.4 8.6a5 5 0 0 0-1-.7M2.5 6.3a8 8 0 0 1 2.3-1.5M13.5 6.3A8 8 0 0 0 7.4 4M8 11.8v.1',
  up: 'M8 13V3.5M4 7.5l4-4 4 4',
  warning: 'M8 2.2 14.4 13.4H1.6ZM8 6.5v3M8 11.4v.1',
} as const
