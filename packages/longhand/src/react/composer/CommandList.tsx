import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { CommandMenu } from '../../client/screen/command-menu.ts'
import { commands } from '../../core/command.ts'
import * as words from '../words/composer.ts'

/** Flags are explained below the list, so that descriptions stay visible. */
const flags = /\[--(\w+)\] ?/g
const flagHints: Readonly<Record<string, string>> = {
  force: words.atAnyTime,
  fast: words.smallModel,
  preview: words.lookFirst,
}

type Props = { readonly id: string; readonly menu: CommandMenu; readonly onChoose: (at: number) => void }

/** The commands above the composer, in groups. The composer keeps the focus and moves the selection. */
export function CommandList({ id, menu: { options, selected }, onChoose }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${selected}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selected])
  return (
    <div className="commands">
      {/* The list can be focused to scroll it without a mouse. */}
      <div ref={list} className="commands-list" role="listbox" id={id} aria-label={words.commands} tabIndex={0}>
        {options.map(({ name, usage, group, description }, at) => (
          <Fragment key={name}>
            {options.length === commands.length && options[at - 1]?.group !== group && (
              <div className="commands-group" role="presentation">
                {group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the composer keeps the focus and names the active one. */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are the composer's. */}
            <div
              id={`${id}-${at}`}
              className="command"
              role="option"
              aria-selected={at === selected}
              onPointerDown={event => event.preventDefault()}
              onClick={() => onChoose(at)}
            >
              <code>
                /{name} <i>{usage.slice(name.length + 2).replace(flags, '')}</i>
              </code>
              <span>{description}</span>
              {at === selected && <kbd>Tab</kbd>}
            </div>
          </Fragment>
        ))}
      </div>
      <div className="commands-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.choose}
        </span>
        <span>
          <kbd>Tab</kbd> {words.complete}
        </span>
        <span>
          <kbd>Enter</kbd> {words.run}
        </span>
        <span>
          <kbd>Esc</kbd> {words.close}
        </span>
        <span className="commands-flags">
          {Array.from(options[selected]!.usage.matchAll(flags), ([, flag = '']) => `--${flag} ${flagHints[flag]}`).join(
            ' · ',
          )}
        </span>
      </div>
    </div>
  )
}
