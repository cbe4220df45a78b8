import { type ReactNode, useEffect, useState } from 'react'
import * as words from '../words/controls.ts'
import * as everywhere from '../words/everywhere.ts'
import { Button } from './Button.tsx'

type Props = {
  readonly text: string
  readonly label: string
  /** The text on the button. */
  readonly caption?: string
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label, caption = everywhere.copy }: Props): ReactNode {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <Button className="quiet small" icon={copied ? 'check' : 'copy'} aria-label={label} onClick={copy}>
      <span aria-live="polite">{copied ? words.copied : caption}</span>
    </Button>
  )
}
