import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/** The script of each shell that completes the commands and flags of a program. */
export const completionScripts: Readonly<Record<Shell, (program: Command) => string>> = {
  bash: program => `_longhand() {
  local words
  case "\${COMP_WORDS[1]}" in
${program.commands.map(command => `    ${command.name()}) words="${flagsOf(command).join(' ')}" ;;`).join('\n')}
    *) words="${program.commands.map(command => command.name()).join(' ')} --help --version" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${program.commands.map(command => command.name()).join(' ')} --help --version"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _longhand longhand`,
  zsh: program => `#compdef longhand
_longhand() {
  local -a commands
  commands=(
${program.commands.map(command => `    '${command.name()}:${quoted(command.summary())}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "$words[2]" in
${program.commands
  .map(
    command =>
      `    ${command.name()}) _arguments ${flagsOf(command)
        .map(flag => `'${flag}'`)
        .join(' ')} '*:file:_files' ;;`,
  )
  .join('\n')}
  esac
}
compdef _longhand longhand`,
  fish: program =>
    program.commands
      .flatMap(command => [
        `complete -c longhand -n __fish_use_subcommand -a ${command.name()} -d '${quoted(command.summary())}'`,
        ...command.options.flatMap(({ long, description }) =>
          long
            ? [
                `complete -c longhand -n '__fish_seen_subcommand_from ${command.name()}' -l ${long.slice(2)} -d '${quoted(description)}'`,
              ]
            : [],
        ),
      ])
      .join('\n'),
}

const flagsOf = (command: Command): readonly string[] => [
  ...command.options.flatMap(({ long }) => long ?? []),
  '--help',
]

const quoted = (text: string): string => text.replaceAll("'", '')
