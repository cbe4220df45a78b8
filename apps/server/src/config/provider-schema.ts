import { z } from 'zod'
import { address, modelName, money, named, onOrOff, section, text, texts, whole } from './leaf.ts'

const access = {
  base_url: address("Another address than the provider's own."),
  key_env: text('The environment variable that holds the key, when it is not the usual one.'),
  key_file: text('A file that only you can read (0600) and that holds nothing but the key.'),
  models: texts('The models that people are offered; others can be named too.'),
  summary_model: text("The provider's model that writes summaries for its models."),
  fast_model: text('The model that writes them with --fast.'),
}

const ownServer = z.strictObject(
  { ...access, tools: onOrOff('Whether its models are given tools.') },
  'a section with keys of its own',
)

/** The `providers:` section: hosted ones, and self-hosted servers that speak OpenAI's protocol. */
export const providersSchema = section(
  {
    anthropic: section(access, 'api.anthropic.com'),
    openai: section(access, 'api.openai.com'),
    google: section(access, 'generativelanguage.googleapis.com'),
    openrouter: section(access, 'openrouter.ai'),
    compatible: named(ownServer, 'Servers that speak the protocol of OpenAI, by a name of your own: Ollama, vLLM, …'),
  },
  'Where models come from.',
)

/** The `models:` section: a person's own figures win over the registry. */
export const modelsSchema = named(
  z.strictObject(
    {
      window: whole('Tokens that it holds.'),
      output: whole('Tokens of its longest answer.'),
      prices: z
        .strictObject(
          {
            input: money('Fresh input.'),
            output: money('Output.'),
            cache_read: money('Input read from the cache.').optional(),
            cache_write: money('Input written to the cache.').optional(),
          },
          'a section with input and output in dollars for a million tokens',
        )
        .optional(),
    },
    'a section with window, output or prices',
  ),
  'Your own figures, by provider and model.',
)

export const defaultModel = modelName('The model that people get when they choose none.')
