/** A server of tools that the configuration names: a program to start, or an address. Both speak MCP. */
export type ToolServer =
  | {
      readonly command: string
      readonly args?: readonly string[]
      /** Variables for the program, besides a few harmless ones; it never gets the keys of providers. */
      readonly env?: Readonly<Record<string, string>>
      /** Where it runs: beside the file that names it, so that no other folder decides what `npx` finds. */
      readonly cwd?: string
    }
  | { readonly url: string }

/** The tool servers of an installation, by the names that people gave them. */
export type ToolServers = Readonly<Record<string, ToolServer>>
