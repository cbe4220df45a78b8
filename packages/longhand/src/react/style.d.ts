import 'react'

declare module 'react' {
  interface CSSProperties {
    /** How much of the whole, from 0 to 1: the style sheets make widths of it. */
    '--share'?: number
  }
}
