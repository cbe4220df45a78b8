import 'react'

declare module 'react' {
  interface CSSProperties {
    /** A share from 0 to 1, which the style sheets turn into widths. */
    '--share'?: number
  }
}
