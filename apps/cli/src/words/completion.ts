// `longhand completion`.

export const summary = 'print a completion script for a shell'
export const shellArgument = 'which shell'
export const after = `
Examples:
  longhand completion bash >> ~/.bashrc
  longhand completion zsh > "\${fpath[1]}/_longhand"
  longhand completion fish > ~/.config/fish/completions/longhand.fish`
