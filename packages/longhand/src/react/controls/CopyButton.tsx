import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from './Icon.tsx'

type Props = {
  readonly text: string
  readonly label: string
  /** The text on the button. */
  readonly words?: string
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label, words = 'Copy' }: Props): ReactNode {
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
    <button type="button" className="btn quiet small" aria-label={label} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} small /> <span aria-live="polite">{copied ? 'Copied' : words}</span>
    </button>
  )
}
